# The compiler and the run time in Debian, from the packages that ./scripts/package.sh wrote:
#   docker build -t relax-mlir . && docker run --rm -v "$PWD:/models" relax-mlir relax-compile model.onnx -o model.so
# `scripts/package.sh --check` runs what is said here in a chroot.
FROM debian:bookworm-slim
COPY build/packages/*.deb /tmp/packages/
RUN apt-get update -q && \
    apt-get install -q -y --no-install-recommends /tmp/packages/*.deb && \
    rm -rf /tmp/packages /var/lib/apt/lists/*
WORKDIR /models
RUN relax-compile --version && relax-run --version
CMD ["relax-compile", "--help"]
