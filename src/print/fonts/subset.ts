/** The functions of HarfBuzz's subset program that are used here; numbers are addresses in its memory. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(length: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, codePoint: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HarfBuzz's mode for memory that it neither changes nor frees. */
const READ_ONLY = 1;

/**
 * A font file for web pages with only the glyphs of some characters.
 * @param program HarfBuzz's subset program; each call frees its memory
 * @throws if the bytes are not a font: fonts come from a package, not from users
 */
export function subsetFont(program: WebAssembly.Module, font: Uint8Array, characters: string): Uint8Array {
  const hb = new WebAssembly.Instance(program, {}).exports as unknown as Subsetter;
  hb._initialize();
  const at = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, at);
  const face = hb.hb_face_create(hb.hb_blob_create(at, font.length, READ_ONLY, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_unicode_set(input);
  for (const char of characters) hb.hb_set_add(wanted, char.codePointAt(0) ?? 0);
  const subset = hb.hb_subset_or_fail(face, input);
  if (subset === 0) throw new Error("the file is not a font");
  const blob = hb.hb_face_reference_blob(subset);
  const from = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer).slice(from, from + hb.hb_blob_get_length(blob));
}
