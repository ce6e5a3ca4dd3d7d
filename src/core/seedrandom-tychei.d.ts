declare module 'seedrandom/lib/tychei.js' {
  import type { PRNG } from 'seedrandom';
  const tychei: (seed: string) => PRNG;
  export default tychei;
}
