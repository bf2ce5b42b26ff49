# A module that several threads of Python call at once, before and after fork.
# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# REQUIRES: wheels
# RUN: %python %s %runtime_lib_dir %relax_src_root/python
import os
import signal
import sys
import threading

import numpy as np

sys.path.insert(0, sys.argv[2])
from relax_mlir.runtime import Runtime, RuntimeFailure

runtime = Runtime(f"{sys.argv[1]}/librelax_runtime.so", threads=3)
module = runtime.load(f"{sys.argv[1]}/../test/Unit/runtime-module.so")
x = np.ones((5000, 4), np.float32)
failures = []


def call_often(number):
    try:
        for i in range(200):
            (result,) = module.call("add", x, x * number)
            assert (result == 1 + number).all()
            if i % 50 == 0:
                try:
                    module.call("add", x)
                except RuntimeFailure as failure:
                    assert "expected 2 inputs, found 1" in str(failure), failure
                else:
                    raise AssertionError("expected an error")
    except BaseException as failure:
        failures.append(repr(failure))


def call_from_threads():
    threads = [threading.Thread(target=call_often, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    return threads


def run_in_child(body):
    """Runs it in a child, which then ends as Python does; its exit code."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        signal.alarm(60)
        body()
        sys.exit(7)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code == 7, code


for thread in call_from_threads():
    thread.join()
assert not failures, failures

run_in_child(lambda: None)
run_in_child(lambda: runtime.set_threads(1))


def call_in_child():
    (result,) = module.call("add", x, x)
    assert (result == 2).all()
    for thread in call_from_threads():
        thread.join()
    assert not failures, failures


run_in_child(call_in_child)
# While other threads are inside of calls.
threads = call_from_threads()
for _ in range(10):
    run_in_child(lambda: module.call("add", x, x))
for thread in threads:
    thread.join()
assert not failures, failures
