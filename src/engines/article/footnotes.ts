import type { CheerioAPI } from 'cheerio'
import { tagsOf, type Tag } from '../html/tags.ts'

const REFERENCES =
  'sup a[href^="#"],a[href^="#"][role="doc-noteref"],a.footnote-ref[href^="#"],a.footnote[href^="#"]'
const BACK = /^(?:[\s^↩↑⤴⏎]|\ufe0e|\ufe0f)*$/
const NOTES_MAX = 1_000
const NOTE_CHARACTERS_MAX = 5_000

/** Holds footnotes once they are lifted, each by its label. */
export const HOLDER = 'x-footnotes'

/** Lifts footnotes out, so that they can follow the article wherever on the page they stood. */
export function liftFootnotes($: CheerioAPI): void {
  const named = new Map(tagsOf($, '[id]').map((tag) => [tag.attribs['id'], tag]))
  const labels = new Map<Tag, string>()
  const taken = new Set<string>()
  for (const reference of tagsOf($, REFERENCES)) {
    const target = named.get(idOf(reference))
    const note = target && noteOf($, target)
    if (!note || (labels.size >= NOTES_MAX && !labels.has(note))) continue
    const said = $(reference)
      .text()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .slice(0, 20)
    const label = labels.get(note) ?? (said && !taken.has(said) ? said : `n${labels.size + 1}`)
    labels.set(note, label)
    taken.add(label)
    const raised = $(reference).closest('sup')
    const mark = $('<span></span>').attr('data-note', label).text(label)
    if (raised.length > 0) raised.replaceWith(mark)
    else $(reference).replaceWith(mark)
  }
  const holder = $(`<${HOLDER}></${HOLDER}>`)
  for (const [note, label] of labels) holder.append(lifted($, note, label))
  $('body').append(holder)
}

function idOf({ attribs }: Tag): string {
  const id = (attribs['href'] ?? '').slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** A reference may lead to the note or to something small at its beginning. */
function noteOf($: CheerioAPI, target: Tag): Tag | null {
  const note = /^(li|dd|aside|div|p)$/.test(target.name) ? target : $(target).closest('li,p')[0]
  if (!note || $(note).find('h1,h2,h3,table,[data-note]').length > 0) return null
  return $(note).text().length <= NOTE_CHARACTERS_MAX ? (note as Tag) : null
}

function lifted($: CheerioAPI, note: Tag, label: string) {
  for (const back of $(note).find('a[href^="#"]').toArray()) {
    const isBack = $(back).is('[role="doc-backlink"],[class*="back"]') || BACK.test($(back).text())
    if (isBack) $(back).remove()
  }
  const list = $(note).closest('ol,ul')
  const lifted = $('<div></div>').attr('data-label', label).append($(note).contents())
  $(note).remove()
  if (list.length > 0 && list.children().length === 0) list.remove()
  return lifted
}
