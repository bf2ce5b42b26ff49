"""Tensors as attributes: a few elements in the text, many as resources or in a file beside the module."""
import re
import struct

import torch

# As many bytes stand in an attribute, which is uniqued; more are a resource.
_MOST_INLINE = 128
# Resources of more bytes go to the file, if there is one.
_MOST_IN_TEXT = 1024
_BAD = re.compile(r"[^A-Za-z0-9_$.]|^(?=[^A-Za-z_])")


def contents(tensor):
    """The bytes of a tensor, without a copy if it is contiguous."""
    return tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy()


class Constants:
    """The constants of a module; with `has_file` large ones are meant for a file of safetensors."""

    def __init__(self, has_file=False):
        self._has_file = has_file
        self._blobs = {}
        self._known = {}
        self.in_file = {}

    def attribute(self, tensor, name):
        """The elements as an attribute without its type."""
        if tensor.numel() == 0:
            return "dense<>"
        if tensor.dtype == torch.bool:
            return f"dense<{_nested(tensor.tolist())}>"
        data = contents(tensor)
        if data.size <= _MOST_INLINE:
            return f'dense<"0x{data.tobytes().hex().upper()}">'
        return f"dense_resource<{self._resource(tensor, data, name)}>"

    def mark(self):
        """What is there: `rewind` takes back what comes after."""
        return dict(self._blobs), dict(self._known), dict(self.in_file)

    def rewind(self, mark):
        """Takes back what was added since `mark`."""
        self._blobs, self._known, self.in_file = mark

    def _resource(self, tensor, data, name):
        # Two names of one storage are one resource: weights that are tied.
        key = (tensor.data_ptr(), tensor.dtype, tuple(tensor.shape), tensor.stride())
        found = self._known.get(key)
        if found:
            return found[0]
        base = unique = _BAD.sub("_", name)
        count = 0
        while unique in self._blobs or unique in self.in_file:
            count += 1
            unique = f"{base}_{count}"
        # The tensor is kept: its address is the key.
        self._known[key] = unique, tensor
        if self._has_file and data.size > _MOST_IN_TEXT:
            self.in_file[unique] = _array(tensor, data)
        else:
            self._blobs[unique] = (tensor.element_size(), data)
        return unique

    def text(self):
        """The section of the resources; nothing if there are none."""
        if not self._blobs:
            return ""
        lines = [f'      {name}: "0x{(struct.pack("<I", alignment) + data.tobytes()).hex().upper()}"'
                 for name, (alignment, data) in self._blobs.items()]
        body = ",\n".join(lines)
        return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{body}\n    }}\n  }}\n#-}}\n"


def _array(tensor, data):
    """The elements for the file: with their type where numpy has it, so that they are aligned there."""
    return data if "float8" in str(tensor.dtype) or tensor.dtype == torch.bfloat16 else tensor.detach().cpu().contiguous().numpy()


def _nested(values):
    if isinstance(values, list):
        return f"[{', '.join(map(_nested, values))}]"
    return "true" if values else "false"
