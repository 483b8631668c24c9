"""Keep the weights of an exported network in half precision.

    python3 half.py NETWORK.onnx...

The file becomes half as large. Whoever runs it sees float32 as before: each weight is cast when the network runs.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def halved(model):
    """The same network, each of its weights in float16 and a `Cast` behind it. What is in half precision already stays so."""
    graph, casts = model.graph, []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def main():
    for path in sys.argv[1:]:
        onnx.save(halved(onnx.load(path)), path)


if __name__ == "__main__":
    main()
