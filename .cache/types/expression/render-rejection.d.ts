import type { ExpressionRejection } from './rejection.js';
/**
 * Shows a refused expression on a terminal in three lines: the text, a caret under the position,
 * and the message.
 *
 * Control and non-ASCII characters are escaped, so that the caret stands where it should; of a
 * text longer than 72 characters only the part around the position is shown.
 */
export declare const renderRejection: (text: string, rejection: ExpressionRejection) => string;
