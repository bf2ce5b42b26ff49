// What the rules that lower operators to tensor programs are written with.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_LEGALIZATION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_LEGALIZATION_H

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"

namespace mlir::relax {

/// Whether the call is of an external function that multiplies groups of rows
/// by a matrix each, and becomes a tensor program.
bool isGroupedProduct(CallDPSPackedOp call);

/// The rules by kind of op. A rule fills in the body of a tensor program, or
/// rejects.
class LegalizationTable {
public:
  using Rule = std::function<LogicalResult(Operation *, KernelBuilder &)>;

  template <typename Op>
  void add(LogicalResult (*rule)(Op, KernelBuilder &)) {
    rules[TypeID::get<Op>()] = [rule](Operation *op, KernelBuilder &kernel) {
      return rule(cast<Op>(op), kernel);
    };
  }

  /// The rule for `op`, or null.
  const Rule *lookup(Operation *op) const {
    std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
    if (!info)
      return nullptr;
    // Of calls only those that are known have one.
    auto call = dyn_cast<CallDPSPackedOp>(op);
    auto found = rules.find(info->getTypeID());
    return found == rules.end() || (call && !isGroupedProduct(call))
               ? nullptr
               : &found->second;
  }

private:
  DenseMap<TypeID, Rule> rules;
};

/// All rules.
LegalizationTable getLegalizations();

/// Whether the op becomes calls of functions outside the module.
bool isExternal(Operation *op);

// One function a family, in the file of that name.
void populateActivationLegalizations(LegalizationTable &table);
void populateAdaptivePoolingLegalizations(LegalizationTable &table);
void populateArgReduceLegalizations(LegalizationTable &table);
void populateBinaryLegalizations(LegalizationTable &table);
void populateBoxLegalizations(LegalizationTable &table);
void populateConvolutionLegalizations(LegalizationTable &table);
void populateCreateLegalizations(LegalizationTable &table);
void populateDatatypeLegalizations(LegalizationTable &table);
void populateDiagonalLegalizations(LegalizationTable &table);
void populateEinsumLegalizations(LegalizationTable &table);
void populateGatherLegalizations(LegalizationTable &table);
void populateGradientLegalizations(LegalizationTable &table);
void populateGroupedProductLegalizations(LegalizationTable &table);
void populateImageLegalizations(LegalizationTable &table);
void populateIndexLegalizations(LegalizationTable &table);
void populateJoinLegalizations(LegalizationTable &table);
void populateLinearAlgebraLegalizations(LegalizationTable &table);
void populateLossLegalizations(LegalizationTable &table);
void populateManipulateLegalizations(LegalizationTable &table);
void populateNormalizationLegalizations(LegalizationTable &table);
void populatePaddingLegalizations(LegalizationTable &table);
void populatePoolingLegalizations(LegalizationTable &table);
void populateQuantizeLegalizations(LegalizationTable &table);
void populateReduceLegalizations(LegalizationTable &table);
void populateSampleLegalizations(LegalizationTable &table);
void populateScanLegalizations(LegalizationTable &table);
void populateScatterLegalizations(LegalizationTable &table);
void populateSearchLegalizations(LegalizationTable &table);
void populateSoftmaxLegalizations(LegalizationTable &table);
void populateSortLegalizations(LegalizationTable &table);
void populateSuppressionLegalizations(LegalizationTable &table);
void populateTransposedConvolutionLegalizations(LegalizationTable &table);
void populateUnaryLegalizations(LegalizationTable &table);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_LEGALIZATION_H
