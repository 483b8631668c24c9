/** How a camera makes a picture of a scene, apart from what the scene asks for. */
export interface Phone {
  /** How a point out of focus looks: like a bell, or like an evenly lit square. */
  readonly focus: "bell" | "square";
  /** Over how many pixels noise is the same. */
  readonly grainPx: number;
  /** Whether noise is smoothed away, and fine strokes with it. */
  readonly smooths: boolean;
  /** How wide the seam is that sharpening leaves next to strokes, and how much stronger than the scene asks for. */
  readonly seamPx: number;
  readonly seam: number;
  /** How much steeper the middle tones are: 0 leaves them as they are. */
  readonly contrast: number;
  /** How often the picture is stored as JPEG until it arrives. */
  readonly saves: number;
  /** Whether its owner prints on recycled paper, which is grey and has fibres. */
  readonly recycled: boolean;
}

export const PHONES = {
  /** The one whose photos the program was tuned on. */
  first: {
    focus: "bell",
    grainPx: 1,
    smooths: false,
    seamPx: 1.3,
    seam: 1,
    contrast: 0,
    saves: 1,
    recycled: false,
  },
  /** Another one, with other blur, noise and paper; its photos come by messenger. */
  second: {
    focus: "square",
    grainPx: 2,
    smooths: true,
    seamPx: 2.4,
    seam: 1.3,
    contrast: 0.35,
    saves: 2,
    recycled: true,
  },
} as const satisfies Record<string, Phone>;

export type PhoneName = keyof typeof PHONES;
