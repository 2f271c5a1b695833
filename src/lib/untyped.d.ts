/** What is used of packages that bring no types. */

declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: {
    polarity_scores(text: string): Readonly<Record<'pos' | 'neg' | 'neu' | 'compound', number>>
  }
}

declare module 'nspell' {
  interface Spelling {
    correct(word: string): boolean
    suggest(word: string): readonly string[]
    add(word: string): Spelling
  }
  interface Dictionary {
    readonly aff: Uint8Array
    readonly dic: Uint8Array
  }
  export default function nspell(dictionary: Dictionary): Spelling
}

declare module 'recheck/lib/browser.js' {
  interface Complexity {
    readonly type: 'safe' | 'constant' | 'linear' | 'polynomial' | 'exponential'
    readonly summary: string
  }
  interface Diagnostics {
    readonly status: 'safe' | 'vulnerable' | 'unknown'
    readonly complexity?: Complexity
    readonly attack?: { readonly string: string; readonly pattern: string }
    readonly error?: { readonly kind: string; readonly message?: string }
  }
  interface Parameters {
    readonly timeout?: number
    readonly randomSeed?: number
    readonly checker?: 'auto' | 'automaton' | 'fuzz'
  }
  export function checkSync(pattern: string, flags: string, parameters?: Parameters): Diagnostics
}
