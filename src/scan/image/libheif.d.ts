/** What we use of libheif, under its own names: the package comes without types. */
declare module "libheif-js/wasm-bundle.js" {
  /** Lives in libheif's own memory until it is freed. */
  type Handle = object;
  type OrError<T> = T | { readonly code: unknown };
  interface Decoded {
    readonly image: Handle;
    readonly channels: readonly {
      readonly width: number;
      readonly height: number;
      /** Bytes from one row to the next. */
      readonly stride: number;
      readonly data: Uint8Array;
    }[];
  }
  const libheif: {
    readonly heif_error_code: { readonly heif_error_Ok: unknown };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
    heif_context_alloc(): Handle;
    heif_context_free(context: Handle): void;
    heif_context_read_from_memory(context: Handle, bytes: Uint8Array): { readonly code: unknown };
    heif_js_context_get_list_of_top_level_image_IDs(context: Handle): OrError<readonly number[]>;
    heif_js_context_get_image_handle(context: Handle, id: number): OrError<Handle>;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_image_handle_release(handle: Handle): void;
    heif_js_decode_image2(handle: Handle, colorspace: unknown, chroma: unknown): OrError<Decoded>;
    heif_image_release(image: Handle): void;
  };
  export default libheif;
}
