// Writes large constants as an object file of their own.
#include "WeightsObject.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/BLAKE3.h"

namespace mlir::relax {

// Of fewer bytes the optimizer folds loads, and copies go into each part.
static constexpr size_t kFewBytes = 256;

// The number of the section that has them.
static constexpr uint16_t kWeightsSection = 1;

// The bytes of a constant as it lies in memory; none if it is small, or is one
// element again and again, which LLVM says in a few bytes.
static ArrayRef<char> getBytes(LLVM::GlobalOp global) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
  if (!array || !array.getElementType().isInteger(8))
    return {};
  ArrayRef<char> bytes;
  Attribute value = global.getValueOrNull();
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  } else if (auto dense = dyn_cast_or_null<DenseElementsAttr>(value)) {
    if (!dense.isSplat())
      bytes = dense.getRawData();
  }
  bool isWhole = bytes.size() == array.getNumElements();
  return isWhole && bytes.size() > kFewBytes ? bytes : ArrayRef<char>();
}

static uint16_t getMachine(const llvm::Triple &triple) {
  if (!triple.isOSBinFormatELF())
    return llvm::ELF::EM_NONE;
  if (triple.getArch() == llvm::Triple::x86_64)
    return llvm::ELF::EM_X86_64;
  // Objects of RISC-V also say how floats are passed, and a linker rejects
  // those that differ.
  return triple.getArch() == llvm::Triple::aarch64 ? llvm::ELF::EM_AARCH64
                                                   : llvm::ELF::EM_NONE;
}

static std::string nameByContents(ArrayRef<char> bytes) {
  auto hash = llvm::BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  return "relax_weights." + llvm::toHex(hash, /*LowerCase=*/true);
}

SmallVector<ObjectWeight> takeWeights(ModuleOp module,
                                      const llvm::Triple &triple,
                                      bool areNamedByContents) {
  SmallVector<ObjectWeight> weights;
  if (getMachine(triple) == llvm::ELF::EM_NONE)
    return weights;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    bool isLocal = global.getLinkage() == LLVM::Linkage::Internal ||
                   global.getLinkage() == LLVM::Linkage::Private;
    ArrayRef<char> bytes = getBytes(global);
    if (!isLocal || !global.getConstant() || global.getSection() ||
        bytes.empty())
      continue;
    std::string name = global.getSymName().str();
    weights.push_back(
        {name, areNamedByContents ? nameByContents(bytes) : name, bytes,
         std::max<uint64_t>(global.getAlignment().value_or(1), 64)});
    global.removeValueAttr();
    global.setLinkage(LLVM::Linkage::External);
    // What is hidden is in this library for certain, so that its address costs
    // no load.
    global.setVisibility_(LLVM::Visibility::Hidden);
  }
  return weights;
}

namespace {
/// Names of an ELF file, each behind a zero.
class StringTable {
public:
  uint32_t add(StringRef name) {
    uint32_t at = text.size();
    text += name;
    text += '\0';
    return at;
  }

  const std::string &getText() const { return text; }

private:
  std::string text = std::string(1, '\0');
};
} // namespace

template <typename T>
static void writeBytes(llvm::raw_ostream &os, const T &value) {
  // Both sides are little-endian (createHostMachine).
  os.write(reinterpret_cast<const char *>(&value), sizeof(value));
}

namespace {
/// Where things are in the file, and what it says of them.
class ObjectWriter {
public:
  ObjectWriter(ArrayRef<ObjectWeight> weights, const llvm::Triple &triple)
      : weights(weights), machine(getMachine(triple)) {
    placeWeights();
    addSections(triple);
  }

  void write(llvm::raw_ostream &os) const;

private:
  void placeWeights();
  void addSections(const llvm::Triple &triple);

  ArrayRef<ObjectWeight> weights;
  uint16_t machine;
  StringTable names, sectionNames;
  /// The first symbol and the first section of each file are none.
  SmallVector<llvm::ELF::Elf64_Sym> symbols{1};
  SmallVector<llvm::ELF::Elf64_Shdr> sections{1};
  uint64_t size = 0, alignment = 64;
};
} // namespace

void ObjectWriter::placeWeights() {
  for (const ObjectWeight &weight : weights) {
    size = llvm::alignTo(size, weight.alignment);
    alignment = std::max(alignment, weight.alignment);
    llvm::ELF::Elf64_Sym symbol = {};
    symbol.st_name = names.add(weight.name);
    symbol.setBindingAndType(llvm::ELF::STB_GLOBAL, llvm::ELF::STT_OBJECT);
    symbol.st_other = llvm::ELF::STV_HIDDEN;
    symbol.st_shndx = kWeightsSection;
    symbol.st_value = size;
    symbol.st_size = weight.bytes.size();
    symbols.push_back(symbol);
    size += weight.bytes.size();
  }
}

void ObjectWriter::addSections(const llvm::Triple &triple) {
  using namespace llvm::ELF;
  uint64_t at = llvm::alignTo(sizeof(Elf64_Ehdr), alignment);
  auto add = [&](StringRef name, uint32_t type, uint64_t bytes,
                 uint64_t align) -> Elf64_Shdr & {
    at = llvm::alignTo(at, align);
    Elf64_Shdr section = {};
    section.sh_name = sectionNames.add(name);
    section.sh_type = type;
    section.sh_offset = at;
    section.sh_size = bytes;
    section.sh_addralign = align;
    at += bytes;
    return sections.emplace_back(section);
  };
  // The linker puts what x86 calls large behind all other sections.
  bool isFar = triple.isX86_64() && size >= kReachOfCode;
  add(isFar ? ".lrodata" : ".rodata", SHT_PROGBITS, size, alignment).sh_flags =
      SHF_ALLOC | (isFar ? uint64_t(SHF_X86_64_LARGE) : 0);
  Elf64_Shdr &table =
      add(".symtab", SHT_SYMTAB, symbols.size() * sizeof(Elf64_Sym),
          alignof(Elf64_Sym));
  table.sh_link = 3;
  // The first symbol that is global.
  table.sh_info = 1;
  table.sh_entsize = sizeof(Elf64_Sym);
  add(".strtab", SHT_STRTAB, names.getText().size(), 1);
  // Without this note a linker would make the stack one that can be executed.
  add(".note.GNU-stack", SHT_PROGBITS, 0, 1);
  Elf64_Shdr &own = add(".shstrtab", SHT_STRTAB, 0, 1);
  own.sh_size = sectionNames.getText().size();
}

void ObjectWriter::write(llvm::raw_ostream &os) const {
  using namespace llvm::ELF;
  const Elf64_Shdr &last = sections.back();
  Elf64_Ehdr header = {};
  memcpy(header.e_ident, ElfMagic, 4);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = machine;
  header.e_version = EV_CURRENT;
  header.e_shoff = llvm::alignTo(last.sh_offset + last.sh_size, 8);
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = sections.size();
  header.e_shstrndx = sections.size() - 1;

  uint64_t start = os.tell();
  auto padTo = [&](uint64_t offset) {
    os.write_zeros(start + offset - os.tell());
  };
  writeBytes(os, header);
  for (auto [weight, symbol] :
       llvm::zip(weights, ArrayRef(symbols).drop_front())) {
    padTo(sections[kWeightsSection].sh_offset + symbol.st_value);
    os.write(weight.bytes.data(), weight.bytes.size());
  }
  padTo(sections[kWeightsSection + 1].sh_offset);
  for (const Elf64_Sym &symbol : symbols)
    writeBytes(os, symbol);
  os << names.getText() << sectionNames.getText();
  padTo(header.e_shoff);
  for (const Elf64_Shdr &section : sections)
    writeBytes(os, section);
}

void writeWeightsObject(ArrayRef<ObjectWeight> weights,
                        const llvm::Triple &triple, llvm::raw_ostream &os) {
  ObjectWriter(weights, triple).write(os);
}

} // namespace mlir::relax
