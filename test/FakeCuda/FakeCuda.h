// A CUDA driver for tests: says what it is asked, fails when told to.
#ifndef RELAX_TEST_FAKECUDA_FAKECUDA_H
#define RELAX_TEST_FAKECUDA_FAKECUDA_H

#ifdef __cplusplus
extern "C" {
#endif

/// Runs kernel `name`: `sizes` as for a launch, `parameters` as the driver gets
/// them. Nonzero is the driver's error.
typedef int (*FakeCudaKernel)(const char *name, const unsigned *sizes,
                              void **parameters);

/// Forgets calls, plans and the fault of a kernel, after which (700, 714 to
/// 719) all work fails with the same error; devices, their chip and memory are
/// the default: one sm_90 of 1 GiB, or what FAKE_CUDA_DEVICES, _CHIP and
/// _MEMORY say.
void fakeCudaReset(void);

/// Sets number, capability and bytes of the devices.
void fakeCudaSetDevices(int number, int capability, unsigned long long memory);

/// Sets what runs kernels; null for the library that FAKE_CUDA_KERNELS names.
void fakeCudaSetKernel(FakeCudaKernel kernel);

/// Makes call number `call` (from 1) of the function, or of all functions if
/// `name` is null, return `error`. Errors in words do not count.
void fakeCudaFail(const char *name, int call, int error);

/// Which streams do what they are asked for as late as they may, when somebody
/// waits: 1 the first that is made, 2 all others, 3 all, 0 none. What one
/// stream needs of another and does not wait for is then not there.
void fakeCudaSetLate(int streams);

/// How often the function, or any if `name` is null, was called.
int fakeCudaCalls(const char *name);

/// How many of the modules that were loaded were machine code, not PTX. With
/// FAKE_CUDA_KERNELS none is, as code of another chip.
int fakeCudaMachineCodes(void);

/// How many memories, streams, events, graphs, modules, contexts and places on
/// the thread's stack of contexts are held.
int fakeCudaLive(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif // RELAX_TEST_FAKECUDA_FAKECUDA_H
