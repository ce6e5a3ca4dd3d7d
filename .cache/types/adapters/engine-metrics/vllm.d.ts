import { type EngineReader } from './quantities.js';
export declare const VLLM: EngineReader;
