import { type Act, type Stage } from './story.js';
/** Opens a stage for one performance. */
export declare const openInProcessStage: (act: Act) => Promise<Stage>;
