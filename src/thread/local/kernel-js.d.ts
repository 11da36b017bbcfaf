/** Made by scripts/build-wasm.mjs from the portable wasm. */
declare module '*/build/kernel/kernel.js' {
  export function instantiate(imports: object): unknown;
}
