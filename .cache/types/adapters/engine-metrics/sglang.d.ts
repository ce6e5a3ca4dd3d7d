import { type EngineReader } from './quantities.js';
export declare const SGLANG: EngineReader;
