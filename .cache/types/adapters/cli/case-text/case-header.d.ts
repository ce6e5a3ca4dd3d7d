import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
/** What is asked, in a few lines: the policy, the target and the request. */
export declare const caseHeader: ({ policy, view, request }: Case, colors: Colors) => string;
/** Text from outside: quoted, short, control characters escaped. */
export declare const quoted: (text: string) => string;
