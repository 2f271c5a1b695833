/**
 * Control characters, direction marks and zero-width characters. Joiners between letters or emoji
 * are kept, and so are tags after a flag.
 */
export const INVISIBLE = new RegExp(
  [
    String.raw`(?![\t\n\r])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e]`,
    String.raw`[\u2060-\u206f\ufeff\ufff9-\ufffb]`,
    String.raw`(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]`,
    String.raw`[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}\u2640\u2642])`,
    String.raw`(?<=[A-Za-z])[\u200c\u200d]`,
    String.raw`(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]+`,
  ].join('|'),
  'gu',
)

/** Marks that change the direction of what follows them. */
export const TURNS_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Selectors of a variant of a character; a run of them shows nothing and can hold any bytes. */
export const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu
