"""What an exported network reads: numbers.onnx run with torch, its temperatures applied, its texts decoded."""

import json
from dataclasses import dataclass

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional

import network
from boxes import KINDS

WITH_TEXT = [KINDS.index("number"), KINDS.index("corrected")]


class OnnxReader:
    """Runs an exported graph of convolutions; it shows that the file alone holds the whole network."""

    def __init__(self, path):
        graph = onnx.load(str(path)).graph
        self.nodes, self.input, self.output = graph.node, graph.input[0].name, graph.output[0].name
        self.weights = {weight.name: torch.from_numpy(numpy_helper.to_array(weight).copy()) for weight in graph.initializer}

    def __call__(self, pictures):
        return self.values(pictures)[self.output]

    def values(self, pictures):
        """The weights, and what comes out of each step, by name."""
        values = {**self.weights, self.input: pictures}
        for node in self.nodes:
            given = [values[name] for name in node.input]
            settings = {attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in node.attribute}
            values[node.output[0]] = self.step(node.op_type, given, settings)
        return values

    @staticmethod
    def step(operation, given, settings):
        if operation == "Conv":
            assert settings["pads"][:2] == settings["pads"][2:] and settings["group"] == 1
            return functional.conv2d(*given, stride=settings["strides"], padding=settings["pads"][:2])
        if operation == "Cast":
            assert settings["to"] == onnx.TensorProto.FLOAT
            return given[0].float()
        if operation == "Identity":
            return given[0]
        if operation == "Relu":
            return functional.relu(given[0])
        if operation == "Flatten":
            return given[0].flatten(settings["axis"])
        if operation == "Concat":
            return torch.cat(given, settings["axis"])
        raise ValueError(f"numbers.onnx holds {operation}, which this reader does not know")


def unfold(paths, reader, pictures):
    """Give a `BoxReader` the mean of the weights of exported networks, so that it can be trained on.

    Networks that were trained on from the same one lie so near each other that their mean reads better than each of them.

    The export folds each normalisation into the convolution before it. The normalisations are made anew from the means and
    deviations that `pictures` (n, height, width) have there, so that the reader gives the same logits as the file.
    """
    networks = [OnnxReader(path) for path in paths]
    exported = networks[0]
    exported.weights = {name: torch.stack([one.weights[name] for one in networks]).mean(0) for name in exported.weights}
    with torch.no_grad():
        values = exported.values(torch.from_numpy(network.as_input(pictures)))
        layers = [layer for layer in reader.modules() if isinstance(layer, (torch.nn.Conv2d, torch.nn.BatchNorm2d))]
        for node in (node for node in exported.nodes if node.op_type == "Conv"):
            kernel, bias = (values[name] for name in node.input[1:])
            convolution = layers.pop(0)
            convolution.weight.copy_(kernel)
            if convolution.bias is not None:
                convolution.bias.copy_(bias)
                continue
            normalisation, seen = layers.pop(0), values[node.output[0]]
            variance, mean = torch.var_mean(seen, (0, 2, 3), unbiased=False)
            normalisation.running_mean.copy_(mean - bias)
            normalisation.running_var.copy_(variance)
            normalisation.weight.copy_((variance + normalisation.eps).sqrt())
            normalisation.bias.copy_(mean)


@dataclass
class Readings:
    """Of n boxes: P of each kind (n, 5), the most probable text and its P, and what is read: kind, text, confidence."""

    kinds: np.ndarray
    texts: list
    text_probabilities: np.ndarray
    read_kinds: np.ndarray
    confidences: np.ndarray

    def right(self, boxes):
        """Whether kind and, where there is one, number were read right: bool (n)."""
        has_text = np.isin(boxes.kinds, WITH_TEXT)
        same = np.array([read == text for read, text in zip(self.texts, boxes.texts)])
        return (self.read_kinds == boxes.kinds) & (same | ~has_text)


def logits_of(reader, pictures):
    """Output of the network for uint8 pictures (n, height, width), in parts to spare memory."""
    with torch.no_grad():
        parts = np.array_split(pictures, len(pictures) // 500 + 1)
        return torch.cat([reader(torch.from_numpy(network.as_input(part))) for part in parts])


def read(logits, temperature):
    """Readings from the network's output under the temperatures {"text", "kind"}."""
    text, kind = network.split(logits)
    kinds = (kind / temperature["kind"]).softmax(1).numpy()
    text = text / temperature["text"]
    per_box = text.log_softmax(2).permute(1, 0, 2).numpy()
    texts = []
    for index, steps in enumerate(per_box):
        best, probability = network.best_path(steps)
        if probability < 0.8 and kinds[index, WITH_TEXT].sum() > 0.01:
            best, _ = network.most_probable(steps)
        texts.append(best)
    text_probabilities = np.exp(-network.text_losses(text, texts).numpy())
    whole = kinds.copy()
    whole[:, WITH_TEXT] *= text_probabilities[:, None]
    return Readings(kinds, texts, text_probabilities, whole.argmax(1), whole.max(1))


def load(models):
    """The network in a folder and what numbers.json says about it."""
    return OnnxReader(models / "numbers.onnx"), json.loads((models / "numbers.json").read_text())
