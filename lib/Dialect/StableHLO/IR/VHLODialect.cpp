// The dialect of StableHLO's portable byte code: its ops, and their attributes.
//
// Byte code has the attributes of a registered op in sequence and without
// names. So each op that has some is registered, with a table of their
// names in place of a class: nothing but `upgradeToStableHLO` looks at such an
// op, and a class each would be a thousand lines of generated code.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VersionTuple.h"

namespace mlir::relax::vhlo {

//===-- Versions ----------------------------------------------------------===//

StringRef getVersion(StringRef bytes) {
  static constexpr StringLiteral kMagic = "ML\xefR", kName = "StableHLO_v";
  // Behind the magic number are the version of the byte code and its producer.
  size_t name = bytes.take_front(64).find(kName);
  if (!bytes.starts_with(kMagic) || name == StringRef::npos)
    return {};
  return bytes.drop_front(name + kName.size()).take_until([](char c) {
    return c == '\0';
  });
}

bool isReadVersion(StringRef version) {
  llvm::VersionTuple found, oldest, newest;
  (void)oldest.tryParse(kOldestVersion);
  (void)newest.tryParse(kNewestVersion);
  // A newer version may give an op that exists another attribute: what is read
  // would then be wrong, and not only incomplete.
  return !found.tryParse(version) && oldest <= found && found <= newest;
}

//===-- Ops ---------------------------------------------------------------===//

// Ops with attributes, as StableHLO defines them (VhloOps.td of
// version 1.20.0), separated by blanks. A version of an op stays as it is for
// ever; a change makes a new one.
#define CONVOLUTION_AXES                                                       \
  " input_batch_dimension input_feature_dimension input_spatial_dimensions"    \
  " kernel_input_feature_dimension kernel_output_feature_dimension"            \
  " kernel_spatial_dimensions output_batch_dimension"                          \
  " output_feature_dimension output_spatial_dimensions feature_group_count"    \
  " batch_group_count precision_config"
#define PRODUCT_AXES                                                           \
  "lhs_batching_dimensions rhs_batching_dimensions"                            \
  " lhs_contracting_dimensions rhs_contracting_dimensions precision_config"
static constexpr std::pair<StringLiteral, StringLiteral> kOps[] = {
    // Since 1.5.0 of several tensors at once, which no attribute says.
    {"all_gather_v1",
     "all_gather_dim replica_groups channel_id use_global_device_ids"},
    {"all_gather_v2",
     "all_gather_dim replica_groups channel_id use_global_device_ids"},
    {"all_reduce_v1", "replica_groups channel_id use_global_device_ids"},
    {"all_reduce_v2", "replica_groups channel_id use_global_device_ids"},
    {"all_to_all_v1", "split_dimension concat_dimension split_count "
                      "replica_groups channel_id"},
    {"all_to_all_v2", "split_dimension concat_dimension split_count "
                      "replica_groups channel_id"},
    {"batch_norm_grad_v1", "epsilon feature_index"},
    {"batch_norm_inference_v1", "epsilon feature_index"},
    {"batch_norm_training_v1", "epsilon feature_index"},
    {"broadcast_in_dim_v1", "broadcast_dimensions"},
    {"broadcast_v1", "broadcast_sizes"},
    {"call_v1", "callee"},
    // Since 1.10.0 functions say how accurate they are to be; in version 1 they
    // had no attribute, and so no row here.
    {"cbrt_v2", "result_accuracy"},
    {"cholesky_v1", "lower"},
    // Since 1.20.0 the sender may be computed.
    {"collective_broadcast_v1", "replica_groups channel_id"},
    {"collective_broadcast_v2", "replica_groups channel_id has_dynamic_root"},
    {"collective_permute_v1", "source_target_pairs channel_id"},
    {"collective_reduce_v1",
     "replica_groups channel_id use_global_device_ids has_dynamic_root"},
    {"compare_v1", "comparison_direction compare_type"},
    // Since 1.14.0 with regions.
    {"composite_v1", "name composite_attributes decomposition version"},
    {"composite_v2", "name composite_attributes decomposition version"},
    {"concatenate_v1", "dimension"},
    {"constant_v1", "value"},
    {"convolution_v1", "window_strides padding lhs_dilation rhs_dilation "
                       "window_reversal" CONVOLUTION_AXES},
    {"cosine_v2", "result_accuracy"},
    // Since 1.18.0 with tiles, of layouts that only other compilers have.
    {"custom_call_v1",
     "call_target_name has_side_effect backend_config api_version "
     "called_computations operand_layouts result_layouts "
     "output_operand_aliases"},
    {"custom_call_v2",
     "call_target_name has_side_effect backend_config api_version "
     "called_computations operand_layouts result_layouts "
     "output_operand_aliases result_tilings"},
    // Since 1.6.0 with the algorithm by which a product is approximated.
    {"dot_general_v1", PRODUCT_AXES},
    {"dot_general_v2", PRODUCT_AXES
     " lhs_precision_type rhs_precision_type accumulation_type "
     "lhs_component_count rhs_component_count num_primitive_operations "
     "allow_imprecise_accumulation"},
    {"dot_v1", "precision_config"},
    {"dynamic_broadcast_in_dim_v1",
     "broadcast_dimensions known_expanding_dimensions "
     "known_nonexpanding_dimensions"},
    // Since 0.20.0 the padding is an operand alone.
    {"dynamic_conv_v1", "window_strides padding lhs_dilation rhs_dilation "
                        "window_reversal" CONVOLUTION_AXES},
    {"dynamic_conv_v2", "window_strides lhs_dilation rhs_dilation "
                        "window_reversal" CONVOLUTION_AXES},
    // Since 1.1.0 with axes that operand and indices have in common.
    {"dynamic_gather_v1", "offset_dims collapsed_slice_dims start_index_map "
                          "index_vector_dim indices_are_sorted"},
    {"dynamic_gather_v2",
     "offset_dims collapsed_slice_dims operand_batching_dims "
     "start_indices_batching_dims start_index_map index_vector_dim "
     "indices_are_sorted"},
    {"dynamic_iota_v1", "iota_dimension"},
    {"dynamic_slice_v1", "slice_sizes"},
    {"einsum_v1", "einsum_config"},
    {"exponential_minus_one_v2", "result_accuracy"},
    {"exponential_v2", "result_accuracy"},
    {"fft_v1", "fft_type fft_length"},
    {"func_v1", "sym_name function_type sym_visibility arg_attrs res_attrs"},
    {"gather_v1", "offset_dims collapsed_slice_dims start_index_map "
                  "index_vector_dim slice_sizes indices_are_sorted"},
    {"gather_v2", "offset_dims collapsed_slice_dims operand_batching_dims "
                  "start_indices_batching_dims start_index_map "
                  "index_vector_dim slice_sizes indices_are_sorted"},
    {"get_dimension_size_v1", "dimension"},
    {"get_tuple_element_v1", "index"},
    {"infeed_v1", "infeed_config layout"},
    {"iota_v1", "iota_dimension"},
    {"log_plus_one_v2", "result_accuracy"},
    {"log_v2", "result_accuracy"},
    {"logistic_v2", "result_accuracy"},
    {"map_v1", "dimensions"},
    {"outfeed_v1", "outfeed_config"},
    {"pad_v1", "edge_padding_low edge_padding_high interior_padding"},
    // Since 1.12.0 with pairs of devices.
    {"recv_v1", "channel_id channel_type is_host_transfer"},
    {"recv_v2", "channel_id channel_type is_host_transfer source_target_pairs"},
    {"reduce_precision_v1", "exponent_bits mantissa_bits"},
    {"reduce_scatter_v1",
     "scatter_dimension replica_groups channel_id use_global_device_ids"},
    {"reduce_v1", "dimensions"},
    {"reduce_window_v1", "window_dimensions window_strides base_dilations "
                         "window_dilations padding"},
    {"reverse_v1", "dimensions"},
    {"rng_bit_generator_v1", "rng_algorithm"},
    {"rng_v1", "rng_distribution"},
    {"rsqrt_v2", "result_accuracy"},
    // As the gather, since 1.1.0.
    {"scatter_v1",
     "update_window_dims inserted_window_dims scatter_dims_to_operand_dims "
     "index_vector_dim indices_are_sorted unique_indices"},
    {"scatter_v2", "update_window_dims inserted_window_dims "
                   "input_batching_dims scatter_indices_batching_dims "
                   "scatter_dims_to_operand_dims index_vector_dim "
                   "indices_are_sorted unique_indices"},
    {"select_and_scatter_v1", "window_dimensions window_strides padding"},
    {"send_v1", "channel_id channel_type is_host_transfer"},
    {"send_v2", "channel_id channel_type is_host_transfer source_target_pairs"},
    {"set_dimension_size_v1", "dimension"},
    {"sine_v2", "result_accuracy"},
    {"slice_v1", "start_indices limit_indices strides"},
    {"sort_v1", "dimension is_stable"},
    {"sqrt_v2", "result_accuracy"},
    {"tan_v2", "result_accuracy"},
    {"tanh_v2", "result_accuracy"},
    {"torch_index_select_v1", "dim batch_dims"},
    {"transpose_v1", "permutation"},
    {"triangular_solve_v1", "left_side lower unit_diagonal transpose_a"},
    {"unary_einsum_v1", "einsum_config"},
};
#undef CONVOLUTION_AXES
#undef PRODUCT_AXES

ArrayRef<StringRef> getAttributeNames(StringRef op) {
  static const llvm::StringMap<SmallVector<StringRef>> table = [] {
    llvm::StringMap<SmallVector<StringRef>> result;
    for (auto [name, attributes] : kOps) {
      StringRef(attributes).split(result[name], ' ');
      // The order of the code that TableGen writes for an op.
      llvm::sort(result[name]);
    }
    return result;
  }();
  auto found = table.find(op);
  return found == table.end() ? ArrayRef<StringRef>() : found->getValue();
}

namespace {
/// Reads the attributes of an op.
struct ReadAttributes : BytecodeOpInterface::FallbackModel<ReadAttributes> {
  static LogicalResult readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
    for (StringRef name : getAttributeNames(state.name.stripDialect())) {
      Attribute value;
      if (failed(reader.readAttribute(value)))
        return failure();
      state.addAttribute(name, value);
    }
    return success();
  }
  // Nothing is written: the ops are gone before anybody could.
  void writeProperties(Operation *, DialectBytecodeWriter &) const {}
};
} // namespace

VHLODialect::VHLODialect(MLIRContext *context)
    : ExtensibleDialect(getDialectNamespace(), context,
                        TypeID::get<VHLODialect>()) {
  // What ops, types and attributes become.
  context->getOrLoadDialect<hlo::StableHLODialect>();
  context->getOrLoadDialect<func::FuncDialect>();
  // Most ops have no attributes, and nothing to be registered for.
  allowUnknownOperations();
  addBytecodeInterface(*this);
  // Nothing is verified here. The ops that these become are, in the pass, and
  // by definitions that say more than byte code does.
  auto accept = [](Operation *) { return success(); };
  for (auto [name, attributes] : kOps) {
    registerDynamicOp(DynamicOpDefinition::get(name, this, accept, accept));
    std::string full = (getDialectNamespace() + "." + name).str();
    RegisteredOperationName::lookup(full, context)
        ->attachInterface<ReadAttributes>();
  }
}

} // namespace mlir::relax::vhlo
