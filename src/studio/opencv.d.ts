/** OpenCV as the build splits it (scripts/vendor.mjs): its program is a file of its own. */
declare module "opencv" {
  export function openCv(program: Uint8Array): Promise<import("../scan/image/tools.ts").OpenCv>;
}
