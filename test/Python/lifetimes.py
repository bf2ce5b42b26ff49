"""Who keeps whom: objects in every order of destruction, after erasure and passes, in threads, and during collections.

A crash ends the process, and objects that stay are counted.
"""
import gc
import itertools
import random
import sys
import threading
import weakref

from relax_mlir import ir
from relax_mlir.dialects import relax
from relax_mlir.ir import Context, F32Type, FunctionType, InsertionPoint, Location, Module, RankedTensorType
from relax_mlir.passmanager import PassManager

TEXT = """
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
"""


def make_objects():
    """An object of each kind, of one module, each of which keeps all that it needs."""
    context = Context()
    with context, Location.unknown() as location:
        module = Module.parse(TEXT)
    function = module.body.operations[0]
    block = function.entry_block
    total = block.operations[0]
    point = InsertionPoint(total)
    return [context, module, function, block, total, total.result, block.arguments[0], function.regions[0],
            total.operands, function.attributes, function.attributes["sym_name"], total.result.type, location, point,
            total.result.uses[0], PassManager("builtin.module", context)]


def check_orders():
    """Each object alone keeps what it needs; then all go, in many orders."""
    size = len(make_objects())
    for kept in range(size):
        alone = make_objects()[kept]
        gc.collect()
        text = str(alone)
        assert text
        del alone
    orders = itertools.chain(itertools.permutations(range(4)), (random.Random(seed).sample(range(size), size)
                                                                for seed in range(300)))
    for order in orders:
        objects = make_objects()
        for number in order:
            objects[number] = None
            if objects[5]:
                assert str(objects[5].type) == "tensor<4xf32>"
            if objects[2]:
                assert objects[2].name.value == "main"


def expect_gone(function):
    try:
        function()
    except RuntimeError as error:
        assert "invalidated" in str(error), error
    else:
        raise AssertionError("expected an exception, as what it uses is gone")


def check_after_erasure(forget):
    """`forget` ends all inside of a module; each object says so."""
    context, module, function, block, total, result, argument, region, operands, attributes, *rest = make_objects()
    text = str(rest[1])
    forget(module, function)
    for use in (lambda: str(total), lambda: str(block), lambda: result.type, lambda: argument.type, lambda: len(region),
                lambda: operands[0], lambda: len(attributes), lambda: total.attributes, lambda: list(block),
                lambda: total.erase(), lambda: rest[3].insert(total), lambda: total.clone(), lambda: rest[4].owner.name,
                lambda: function.walk(print), lambda: result.replace_all_uses_with(argument)):
        expect_gone(use)
    assert str(rest[1]) == text and module.operation.verify()


def check_erased_argument():
    with Context(), Location.unknown():
        module = Module.create()
        with InsertionPoint(module.body):
            tensor = RankedTensorType.get([4], F32Type.get())
            block = relax.FuncOp("f", FunctionType.get([tensor], [])).add_entry_block()
        argument, later = block.arguments[0], block.add_argument(tensor)
        block.erase_argument(0)
        expect_gone(lambda: argument.type)
        assert later.arg_number == 0 and later.type == tensor


def check_trees():
    """A tree whose values another tree uses may go first, or last."""
    for last in (0, 1):
        with Context() as context, Location.unknown():
            module = Module.parse(TEXT)
            value = module.body.operations[0].arguments[0]
            trees = [relax.AbsOp(value, ip=False), module]
            del value, module
            trees[1 - last] = None
            gc.collect()
            # Of the tree that used the values of the other one, these are left.
            text = "relax.abs" if last == 0 else "relax.func"
            assert text in str(trees[last])
            trees[last] = None
            del trees
            gc.collect()
            assert context._get_live_operation_count() == 0


def check_cycles():
    """A handler that has its context goes with it, and stays while operations can report to it."""
    seen = []

    def make():
        context = Context()
        context.attach_diagnostic_handler(lambda diagnostic: seen.append((context, diagnostic.message)))
        return context

    context = make()
    gone = weakref.ref(context)
    with context, Location.unknown():
        module = Module.parse(TEXT)
    del context
    gc.collect()
    module.body.operations[0].entry_block.operations[1].detach_from_parent()
    try:
        module.operation.verify()
    except ir.MLIRError:
        pass
    assert seen
    seen.clear()
    del module
    gc.collect()
    gc.collect()
    assert gone() is None


def check_threads():
    """Threads with a context each, and one context that two threads ask for while passes run."""
    failures = []

    def work(seed):
        try:
            for _ in range(5):
                objects = make_objects()
                PassManager.parse("builtin.module(relax-legalize-ops)", objects[0]).run(objects[1])
                random.Random(seed).shuffle(objects)
                while objects:
                    objects.pop()
        except BaseException as error:  # reported by the main thread
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    shared = make_objects()
    passes = PassManager.parse("builtin.module(" + ",".join(["relax-legalize-ops", "canonicalize"] * 200) + ")", shared[0])
    threads.append(threading.Thread(target=passes.run, args=(shared[1],)))
    for thread in threads:
        thread.start()
    rejected = 0
    while threads[-1].is_alive():
        try:
            str(shared[1])
        except RuntimeError as error:
            assert "found one that runs in another thread" in str(error)
            rejected += 1
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert rejected and "tir.func" in str(shared[1])


def check_collections():
    """Collections at every allocation, almost."""
    before = gc.get_threshold()
    for threshold in (1, 2, 3, 7):
        gc.set_threshold(threshold, 1, 1)
        for forget in (lambda module, function: function.erase(), run_passes):
            check_after_erasure(forget)
        check_trees()
        check_cycles()
    gc.set_threshold(*before)


def run_passes(module, function):
    PassManager.parse("builtin.module(symbol-dce,canonicalize)", module.context).run(module)


def main():
    check_orders()
    for forget in (lambda module, function: function.erase(), run_passes):
        check_after_erasure(forget)
    check_erased_argument()
    check_trees()
    check_cycles()
    check_threads()
    check_collections()
    assert not gc.garbage
    sys.stdout.write("all objects are gone\n")


if __name__ == "__main__":
    main()
