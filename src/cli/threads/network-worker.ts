import { digitsDescription, digitsNetwork } from "../../files/package.ts";
import { readDescription } from "../../scan/digits/model.ts";
import { type Network, openNetwork } from "../../scan/digits/network.ts";

let network: Network | null = null;

/** Loads the network. @returns whether its files are whole */
export function open(): boolean {
  const shape = readDescription(digitsDescription());
  const opened = shape.ok ? openNetwork(digitsNetwork(), shape.value) : null;
  network = opened === "misfit" ? null : opened;
  return network !== null;
}

/** What the network says to some inputs. */
export async function run(inputs: Float32Array): Promise<Float32Array> {
  return (await network?.run(inputs)) ?? new Float32Array(0);
}
