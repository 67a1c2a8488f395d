/** Classes of rarity; a word is in one of them, in each of three ways to be met: not, by its stem, as it is. */
export const CLASSES = 5;
export const MET = 3;
/** Of a word that the model does not know. */
export const UNKNOWN = 3;
/** Behind the fields of a chunk (vocabulary.ts): that of the words of a question. */
export const QUESTION_FIELD = 5;
