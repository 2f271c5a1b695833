/**
 * Phrases around articles in several languages. Each list has patterns for a whole line or, if it
 * says so, for the beginning of a line.
 */
const anyOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`
const line = (...patterns: readonly string[]): RegExp =>
  new RegExp(`^${anyOf(...patterns)}[^\\p{L}\\p{N}]*$`, 'iu')
const beginning = (end: string, ...patterns: readonly string[]): RegExp =>
  new RegExp(`^[^\\p{L}\\p{N}]*${anyOf(...patterns)}${end}`, 'iu')

/** Headings of link lists and of comments. */
export const SIGN = line(
  'related(?: (?:stories|articles|posts|content|links|news|topics|coverage|videos?))?',
  'more (?:great|on|from|stories|news|about|like)\\b.*',
  '(?:you )?(?:may|might) (?:also )?(?:like|be interested).*',
  'you may also.*|recommended.*|read (?:more|next|also).*|also read.*|see also',
  '(?:most (?:read|popular|viewed|shared|recent)|trending|popular (?:on|posts|stories)).*',
  "latest (?:news|stories|posts|videos?).*|what[’']s (?:new|next|hot).*|up next.*|don[’']t miss.*",
  'comments?(?: \\(?\\d+\\)?)?|\\d+ comments?|leave a (?:comment|reply).*|post (?:a )?comment.*',
  'join the (?:conversation|discussion).*|tell us what you think.*',
  'about the authors?|author bio|share|share (?:this|on|via)\\b.*',
  'follow us.*|sign up.*|subscribe.*|newsletters?|something to consider|want more stories.*',
  'tags?|topics|categories|filed under.*',
  'advertisements?|(?:sponsored|promoted|from (?:our|the) (?:partners|web)).*',
  '関連(?:記事)?|相[关關](?:文章|阅读|閱讀|新闻|新聞)?|관련 ?(?:기사|글)?',
  'похожие.*|(?:читайте|смотрите) также',
  '(?:ähnliche|verwandte|das könnte).*|mehr zum thema|gerelateerd.*|lees ook',
  'articles? (?:similaires|liés)|à lire(?: aussi)?|sur le même sujet',
  'leia (?:também|mais)|veja também|voc[eê] pode gostar',
  'relacionad[oa]s|(?:te|le) puede interesar|artículos relacionados',
  'potrebbe(?:ro)? interessarti|articoli correlati|baca juga|ilgili.*',
)

/** Beginnings of lines that link to another page. */
export const RELATED = beginning(
  '\\s*[:|–—-]',
  'related(?: \\w+)?|read(?: more| next| also| this)?|also(?: read| see)?|see(?: also| more)?',
  "more(?: on| from)?|watch|don[’']t miss|learn more|dig deeper",
  'mehr(?: zum thema)?|lesen sie(?: auch)?|lire aussi|à lire|leia(?: também| mais)?|veja(?: também)?',
  'lee(?: también| más)?|leggi(?: anche)?|lees ook|baca(?: juga)?|читайте(?: также)?',
)

/** Beginnings of lines with tags and categories. */
export const TAGS = beginning(
  '\\s*[:：]',
  'tags?|tagged|topics?|filed under|categor(?:y|ies)|posted in|labels?|keywords?',
  'タグ|标签|標籤|метки|теги|schlag(?:wort|wörter|worte)|etiquetas|mots[- ]clés',
)

/** Labels of buttons, media and offers, which are not part of an article. */
export const LABEL = line(
  'advert(?:isement)?s?|sponsored|scroll (?:down )?to continue.*|loading(?: content)?',
  '(?:article|story) continues(?: below)?(?: advertisement)?|continue reading(?: below)?',
  'share(?: this)?(?: (?:article|story|post|on \\w+))*|tweet|pin|email|print|save|copy link',
  'close|caption|next|previous|up next|more|video|image|photo|menu|text size|download|follow',
  'subscribe|sign up|comments?|reply|post comment|related (?:news|stories|articles|videos?)',
  'click here to (?:subscribe|sign up|read).*|to read the full story|[_*]+',
  'photos?:.*|images?: .{0,60}|photograph(?: by)?:? .{0,60}',
  '(?:image|photo|picture) (?:copyright|credit|courtesy|by|source|via)\\b.*',
  '(?:(?:image|photo|slide|picture) )?\\d+ ?(?:of|/) ?\\d+',
  'first published.*|source: (?:news )?(?:agencies|reuters|afp|ap)\\b.*',
)

/** Beginnings of requests to readers after the article. */
export const PLEA = beginning(
  '\\b',
  '(?:please )?(?:you can )?(?:also )?(?:follow|subscribe|sign up|join|download|reach|contact)',
  'e-?mail|like|listen|watch|get|want|click|have a (?:news )?tip|send us',
)

export const COPYRIGHT = /^[^\p{L}\p{N}©(]*(?:©|\(c\)|(?:copyright|all rights reserved|via)\b)/iu

export const BYLINE = beginning('\\s', 'by|von|par|por|di|door')

const MONTHS = 'jan feb mar apr may june? july? aug sept? oct nov dec'.split(' ')
const DAYS = 'mon tue wed thu fri sat sun'.split(' ')

/** A date or time with the words around it. */
export const DATE = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${anyOf(
    'posted|published|updated|first published|last (?:updated|modified)|created|on|at|read',
    'a\\.?m|p\\.?m|[ecmp][sd]?t|gmt|utc|bst|ist|hours?|minutes?|mins?|days?|ago',
    '\\d+(?:st|nd|rd|th|am|pm|h)?',
    ...MONTHS.map((month) => `${month}[a-z]{0,7}`),
    ...DAYS.map((day) => `${day}(?:[a-z]{0,3}day)?`),
  )}(?![\\p{L}\\p{N}])[^\\p{L}\\p{N}]*)+$`,
  'iu',
)

/** Class names of summaries between the title and the article. */
export const SUMMARY_CLASS =
  /(^|[\s_-])(dek|deck|sub-?(title|head(line)?)|standfirst|summary|description|excerpt|tagline|strap(line)?)($|[\s_-])/i

/** An end of a sentence. */
export const ENDED = /[.!?…؟।]["”’»)\]]*(\s|$)|[。！？]/
