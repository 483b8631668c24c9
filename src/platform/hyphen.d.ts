declare module "hyphen/*/index.js" {
  const patterns: import("./platform.ts").HyphenationPatterns;
  export default patterns;
}
