"""Kernels that TVM has for caches of language models, for CPU and GPU."""
import tvm
from tvm.relax.frontend.nn.llm import kv_cache, position_embedding

_GPU = tvm.target.Target({"kind": "cuda", "arch": "sm_80"})
_HEADS, _WIDTH = 8, 64
_MAKERS = {
    "attention over pages": lambda: kv_cache._attention_prefill(_HEADS, _HEADS, _WIDTH, "float16", False, {}, _GPU),
    "attention over pages, CPU": lambda: kv_cache._attention_prefill_cpu(_HEADS, _HEADS, _WIDTH, "float32", False, {}),
    "attention to pages, CPU": lambda: kv_cache._attention_decode_cpu(_HEADS, _HEADS, _WIDTH, "float32", False, {}),
    "attention over sequences": lambda: kv_cache._attention_prefill_ragged(
        _HEADS, _HEADS, _WIDTH, _WIDTH, "float16", {}, _GPU),
    "attention over sequences, CPU": lambda: kv_cache._attention_prefill_ragged_cpu(
        _HEADS, _HEADS, _WIDTH, _WIDTH, "float32", {}),
    "merge of states": lambda: kv_cache._merge_state_inplace(_HEADS, _WIDTH, "float16", _GPU),
    "merge of states, CPU": lambda: kv_cache._merge_state_inplace_cpu("float32"),
    "append to pages": lambda: kv_cache._kv_cache_transpose_append(_HEADS, _WIDTH, "float16"),
    "look into pages": lambda: kv_cache._kv_cache_debug_get_kv(2, _HEADS, _WIDTH, "float16"),
    "copy of a page": lambda: kv_cache._copy_single_page(_HEADS, 16, _WIDTH, "float16", _GPU),
    "copy of a page, CPU": lambda: kv_cache._copy_single_page_cpu(_HEADS, 16, _WIDTH, "float32"),
    "compaction of pages": lambda: kv_cache._compact_kv_copy(_HEADS, _WIDTH, "float16", _GPU),
    "compaction of pages, CPU": lambda: kv_cache._compact_kv_copy_cpu(_HEADS, _WIDTH, "float32"),
    "rotary embedding": lambda: position_embedding.llama_rope_with_position_map(
        10000.0, 1.0, _WIDTH, _HEADS, _HEADS, "float16", {}),
}


def modules():
    """Name and maker of each module."""
    for name, maker in _MAKERS.items():
        yield f"kernel: {name}", lambda maker=maker: tvm.IRModule({"kernel": maker().without_attr("global_symbol")})
