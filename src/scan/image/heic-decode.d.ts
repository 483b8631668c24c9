declare module "heic-decode" {
  /** One picture of a file, not yet decoded; sizes are in pixels, the right way up. */
  interface HeldPicture {
    readonly width: number;
    readonly height: number;
    /** Red, green, blue and alpha for each pixel. */
    decode(): Promise<{ readonly data: Uint8ClampedArray }>;
  }
  interface HeldPictures extends ReadonlyArray<HeldPicture> {
    dispose(): void;
  }
  const heic: { all(file: { readonly buffer: Uint8Array }): Promise<HeldPictures> };
  export default heic;
}
