import type { CheerioAPI } from 'cheerio'
import { normaliseCaptions } from './captions.ts'
import { baseOf, isRelativeIn } from '../html/head.ts'
import { normaliseCode } from './normalise-code.ts'
import { isDot, normaliseImage } from './normalise-image.ts'
import { tagsOf, type Tag } from '../html/tags.ts'

/** What is there for machines, for clicks, or for eyes that see what cannot be written down. */
const NOT_TEXT =
  'script,style,template,link,svg,canvas,object,embed,applet,audio,button,select,textarea,datalist,' +
  'progress,meter,dialog,map,.katex-html,.mwe-math-fallback-image-inline,.mw-editsection,.sr-only,' +
  '.visually-hidden,.visuallyhidden,.screen-reader-text,.off-screen,.assistive-text,.headerlink,.anchorjs-link,.heading-anchor,.header-anchor'

/**
 * Makes what is written in many ways on the web into one: absolute links, images where they say
 * they are, code that names its language, numbered items. In place.
 */
export function normalise($: CheerioAPI, url: string): void {
  const base = baseOf($, url)
  for (const tag of $('noscript').toArray()) unhide($, tag)
  $(NOT_TEXT).remove()
  normaliseCaptions($)
  for (const tag of tagsOf($)) NORMALS[tag.name]?.($, tag, base)
}

type Normalise = ($: CheerioAPI, tag: Tag, base: string) => void

const NORMALS: Readonly<Record<string, Normalise>> = {
  a: normaliseLink,
  iframe: normaliseFrame,
  img: normaliseImage,
  input: normaliseInput,
  math: normaliseMath,
  ol: normaliseList,
  pre: normaliseCode,
}

/** What an image may be wrapped in. */
const WRAPPING = 'img,picture,source,figure,a,span,div,p'

/**
 * Images of pages that load them by script are repeated for browsers without. What stands before is
 * the same image only if it holds nothing else: a dot that counts readers stands behind anything.
 */
function unhide($: CheerioAPI, tag: Tag): void {
  const inside = $(tag).html() ?? ''
  const isImage = inside.length < 4_000 && /^\s*(<[^>]*>\s*)*$/.test(inside)
  const image = isImage ? /<img\s[^>]*>/i.exec($(tag).text() || inside)?.[0] : undefined
  const attribs = $(image ?? '').attr() ?? {}
  const isHidden = isDot(attribs) || /display\s*:\s*none/i.test(attribs['style'] ?? '')
  if (image === undefined || isHidden) return void $(tag).remove()
  const before = $(tag).prev()
  const parts = before.find('*').add(before)
  const isOneImage = parts.filter('img').length === 1 && parts.not(WRAPPING).length === 0
  if (isOneImage && before.text().trim() === '') before.remove()
  $(tag).replaceWith(image)
}

/** A longer address before every link would fill the memory. */
const PREFIX_CHARACTERS_MAX = 400
const LINKS = /^(https?|mailto|tel|ftp|magnet|geo|sms|xmpp):$/

function normaliseLink($: CheerioAPI, tag: Tag, base: string): void {
  const href = tag.attribs['href']
  if (href === undefined) return
  if (href.startsWith('#') && $(tag).closest('h1,h2,h3,h4,h5,h6').length > 0) {
    const isMark = /^[#¶§🔗\s]*$/u.test($(tag).text()) && $(tag).find('img').length === 0
    if (isMark) $(tag).remove()
    else delete tag.attribs['href']
    return
  }
  const url = URL.parse(href.trim(), base)
  const isLong = (url?.href.length ?? 0) > href.length + PREFIX_CHARACTERS_MAX
  if (url && !isLong && LINKS.test(url.protocol)) tag.attribs['href'] = url.href
  else if (url === null && isRelativeIn(base, href)) tag.attribs['href'] = href.trim()
  else delete tag.attribs['href']
}

const VIDEOS = /(^|\.)(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|loom\.com)$/

function normaliseFrame($: CheerioAPI, tag: Tag, base: string): void {
  const url = URL.parse(tag.attribs['src'] ?? tag.attribs['data-src'] ?? '', base)
  if (!url || !VIDEOS.test(url.hostname)) return void $(tag).remove()
  const link = $('<a></a>').attr('href', url.href)
  $(tag).replaceWith(link.text(tag.attribs['title'] ?? 'Video'))
}

function normaliseInput($: CheerioAPI, tag: Tag): void {
  const isBox = tag.attribs['type'] === 'checkbox' && $(tag).closest('li').length > 0
  if (isBox) $(tag).replaceWith(`<span>[${'checked' in tag.attribs ? 'x' : ' '}] </span>`)
  else $(tag).remove()
}

/** Formulas as the TeX that they were made of, else as they read. */
function normaliseMath($: CheerioAPI, tag: Tag): void {
  const source = $(tag).find('annotation[encoding="application/x-tex"]').first().text().trim()
  const tex = source.replace(/^\{\\(displaystyle|textstyle)\s+([\s\S]*)\}$/, '$2').trim()
  $(tag).find('annotation,annotation-xml').remove()
  const fence = tag.attribs['display'] === 'block' ? '$$' : '$'
  $(tag).replaceWith($('<span></span>').text(tex ? `${fence}${tex}${fence}` : $(tag).text()))
}

function normaliseList($: CheerioAPI, tag: Tag): void {
  const start = Number.parseInt(tag.attribs['start'] ?? '1', 10)
  let number = Number.isSafeInteger(start) ? Math.max(0, start) : 1
  for (const item of $(tag).children('li').toArray()) item.attribs['data-number'] = `${number++}`
}
