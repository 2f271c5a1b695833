/** English words that the rules for sentences look for. */

/** Stop words. */
export const STOP: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been being by can could did do does for from had has have he her his ' +
    'how i if in into is it its just may more most much not of on or other our out over own per ' +
    's said say says she should so some such than that the their them then there these they this ' +
    'those to under until up was we were what when where which while who whose why will with ' +
    'would you your about after all also any because before below between thousand million billion percent both but each few ' +
    'further here no nor now off once only same through too very according company'
  ).split(' '),
)

/** Words that must be in both the sentence and its quotes, or in neither. */
export const BOTH: readonly (readonly [rule: string, words: RegExp])[] = [
  [
    'negation',
    /\b(no|not|never|none|neither|nor|without|cannot|disabled|lacks?|absent|refused?|denie[sd])\b|n't\b/i,
  ],
  ['plan', /\b(will|would|plans? to|planned to|intends?|is to|are to|expects? to|proposed?)\b/i],
]

/** Words that the sentence may not add. */
export const ADDED: readonly (readonly [rule: string, words: RegExp])[] = [
  ['scope', /\b(all|every|everyone|always|entire(?:ly)?|whole|any(?:one|body)?|worldwide)\b/i],
  [
    'cause',
    /\b(because|due to|caus(?:e[sd]?|ing)|led to|results? (?:in|of)|owing to|thanks to|attributed)\b/i,
  ],
  ['rank', /\b(?:first|only|record|best|worst|elsewhere)\b/i],
  [
    'attribution',
    /\b(?:said|says|according to|claim(?:s|ed)|argue[sd]?|warn(?:s|ed)|told|estimate[sd]?)\b/i,
  ],
]

/** Words of the quotes that the sentence may not leave out. */
export const KEPT: readonly (readonly [rule: string, words: RegExp])[] = [
  [
    'hedge',
    /\b(?:[Mm]ight|may|could|likely|possibl[ey]|estimate\w*|about|approximately|roughly|up to|at least|at most|nearly|almost|suggest\w*|if|preliminary|allegedly)\b/,
  ],
  [
    'limit',
    /\b(only|except|excluding|mainly|mostly|partly|part of|some of|on average|among|under \d+|over \d+)\b/i,
  ],
  [
    'attribution',
    /\b(attributed|said|says|according to|claim(?:s|ed)|alleg\w+|argue[sd]?|believe[sd]?|estimate[sd]?|warn(?:s|ed)|told)\b/i,
  ],
]
