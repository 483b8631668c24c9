"""Round the weights of an exported network to half precision.

    python3 half.py NETWORK.onnx...

They stay float32, which whoever runs the network needs: to widen them first would take a tenth of a second. The zeros at their ends are
packed away when the file is compressed on its way.
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper


def halved(model):
    """The same network, each of its weights rounded to what float16 can hold."""
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32:
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16).astype(np.float32), weight.name))
    onnx.checker.check_model(model)
    return model


def main():
    for path in sys.argv[1:]:
        onnx.save(halved(onnx.load(path)), path)


if __name__ == "__main__":
    main()
