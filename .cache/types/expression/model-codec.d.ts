import * as t from 'io-ts';
import type { FormatRule } from './grammar.js';
/** The rule a model form breaks: one of the grammar's, or one of the form's own. */
export type ModelFormRule = FormatRule | 'missing_field' | 'unknown_field' | 'duplicate_field' | 'wrong_type' | 'nothing_given' | 'missing_item' | 'ambiguous_form';
/** What is wrong with one value; `position` counts from the start of its text. */
export type FormProblem = Readonly<{
    position: number;
    rule: ModelFormRule;
    expected: string;
    /** What there was instead, as the end of a sentence. */
    found: string;
}>;
/** An error of these codecs; one of a plain io-ts codec has no problem and is a wrong type. */
export type FormError = t.ValidationError & Readonly<{
    problem?: FormProblem;
}>;
/** What is wrong with a value that is not of the type at all. */
export declare const wrongType: (input: unknown, expected: string) => FormProblem;
/** What is wrong with a name that is none of these. */
export declare const unknownField: (names: readonly string[]) => FormProblem;
/** One entry of `models`; an inline create form is brought into this shape. */
export declare const CreateEntry: t.Type<t.TypeOfProps<{
    name: t.Type<string, string, unknown>;
    llmConfig: t.Type<t.TypeOfProps<{
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
    }>, t.TypeOfProps<{
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
    }>, unknown>;
}> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
    name: t.Type<string, string, unknown>;
    llmConfig: t.Type<t.TypeOfProps<{
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
    }>, t.TypeOfProps<{
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
    }>, unknown>;
}> & t.TypeOfPartialProps<{}>, unknown>;
/** One entry of `modelUpdates`; an inline update form is brought into this shape. */
export declare const UpdateEntry: t.Type<t.TypeOfProps<{
    modelName: t.Type<string, string, unknown>;
    llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }>, unknown, unknown>;
}> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
    modelName: t.Type<string, string, unknown>;
    llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
        routingMethod: t.Type<string, string, unknown>;
        tokenRateLimit: t.Type<string, string, unknown>;
        uris: t.Type<readonly string[], readonly string[], unknown>;
    }>, unknown, unknown>;
}> & t.TypeOfPartialProps<{}>, unknown>;
export declare const CreateForm: t.Type<t.TypeOfProps<{
    models: t.ArrayC<t.Type<t.TypeOfProps<{
        name: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, unknown>;
    }> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
        name: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, unknown>;
    }> & t.TypeOfPartialProps<{}>, unknown>>;
}> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
    models: t.ArrayC<t.Type<t.TypeOfProps<{
        name: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, unknown>;
    }> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
        name: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, t.TypeOfProps<{
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
        }>, unknown>;
    }> & t.TypeOfPartialProps<{}>, unknown>>;
}> & t.TypeOfPartialProps<{}>, unknown>;
export declare const UpdateForm: t.Type<t.TypeOfProps<{
    modelUpdates: t.ArrayC<t.Type<t.TypeOfProps<{
        modelName: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }>, unknown, unknown>;
    }> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
        modelName: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }>, unknown, unknown>;
    }> & t.TypeOfPartialProps<{}>, unknown>>;
}> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
    modelUpdates: t.ArrayC<t.Type<t.TypeOfProps<{
        modelName: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }>, unknown, unknown>;
    }> & t.TypeOfPartialProps<{}>, t.TypeOfProps<{
        modelName: t.Type<string, string, unknown>;
        llmConfig: t.Type<t.TypeOfProps<{}> & t.TypeOfPartialProps<{
            routingMethod: t.Type<string, string, unknown>;
            tokenRateLimit: t.Type<string, string, unknown>;
            uris: t.Type<readonly string[], readonly string[], unknown>;
        }>, unknown, unknown>;
    }> & t.TypeOfPartialProps<{}>, unknown>>;
}> & t.TypeOfPartialProps<{}>, unknown>;
