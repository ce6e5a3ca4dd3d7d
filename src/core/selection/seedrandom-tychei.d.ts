declare module 'seedrandom/lib/tychei.js' {
  import type { PRNG } from 'seedrandom';
  const tychei: (seed: number) => PRNG;
  export default tychei;
}
