import type { Either } from 'fp-ts/lib/Either.js';
import type { FormatRule, ParsedExpression } from './grammar.js';
/** Why a text is not a routing expression: the first rule it breaks, and where. */
export type FormatFault = Readonly<{
    class: 'malformed_expression';
    rule: FormatRule;
    /** 0-based offset into the text as given; its length when the text ends too early. */
    position: number;
    expected: string;
    /** What there was instead, as the end of a sentence. */
    found: string;
    /** One sentence with all of the above. */
    message: string;
}>;
/**
 * Checks the grammar and nothing else: it knows no method, field, type or range.
 *
 * Takes time linear in the length of the text, and looks at no more than 1,024 characters of it
 * besides its outer spaces.
 *
 * @example
 * checkFormat('pulsar;seed=a') // right({ text: 'pulsar;seed=a', method: 'pulsar', ... })
 */
export declare const checkFormat: (text: string) => Either<FormatFault, ParsedExpression>;
