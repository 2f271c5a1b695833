import { load, type CheerioAPI } from 'cheerio'
import { badInput } from '../../../../base/core/fault.ts'
import type { PackageParts } from '../../../../engines/formats/package-parts.ts'
import type { Tag as Element } from '../../../../engines/html/tags.ts'
import { textOfNodes, tidy } from './_html-text.ts'

/** Text of documents that are archives of XML, by slide, sheet, chapter or heading. */

export interface Section {
  readonly title: string
  readonly text: string
}

export interface OfficeText {
  readonly title: string
  readonly sections: readonly Section[]
}

const PART_CHARACTERS_MAX = 16_000_000
export const SECTIONS_MAX = 5_000

export function xmlPart(parts: PackageParts, name: string): CheerioAPI | undefined {
  const bytes = parts.get(name)
  if (!bytes) return undefined
  const text = new TextDecoder().decode(bytes)
  if (text.length > PART_CHARACTERS_MAX)
    throw badInput(`file: has a part that is too large, ${name}`)
  if (/<!ENTITY/i.test(text)) throw badInput(`file: has a part that declares entities, ${name}`)
  return load(text, { xml: true })
}

/**
 * Slides in the order of the show; each with its title, then its shapes in order, then its notes.
 */
export function readPptx(parts: PackageParts): OfficeText {
  const show = xmlPart(parts, 'ppt/presentation.xml')
  const links = relationsOf(parts, 'ppt/_rels/presentation.xml.rels')
  if (!show) throw badInput('file: is not a readable presentation')
  const slides = show('p\\:sldId')
    .toArray()
    .map((slide) => links.get(slide.attribs['r:id'] ?? ''))
    .filter((target) => target !== undefined)
    .map((target) => resolved('ppt/', target))
  return {
    title: coreTitle(parts),
    sections: slides.slice(0, SECTIONS_MAX).map((name) => slideOf(parts, name)),
  }
}

function slideOf(parts: PackageParts, name: string): Section {
  const $ = xmlPart(parts, name)
  if (!$) return { title: '', text: '' }
  const isTitle = (shape: Element) =>
    /^(?:title|ctrTitle)$/.test($(shape).find('p\\:ph').attr('type') ?? '')
  const shapes = $('p\\:sp, a\\:tbl').toArray()
  const titles = shapes.filter(isTitle).map((shape) => drawnText($, shape).replaceAll('\n', ' '))
  const others = shapes.filter((shape) => !isTitle(shape)).map((shape) => drawnText($, shape))
  const rels = name.replace(/([^/]+)$/, '_rels/$1.rels')
  const notes = [...relationsOf(parts, rels).values()].find((target) => /notesSlide/.test(target))
  const $notes = notes === undefined ? undefined : xmlPart(parts, resolved('ppt/slides/', notes))
  const body = $notes?.('p\\:sp')
    .toArray()
    .find((shape) => $notes(shape).find('p\\:ph').attr('type') === 'body')
  const noted = $notes && body ? drawnText($notes, body) : ''
  return {
    title: titles.join(' ').trim(),
    text: tidy([...titles, ...others, noted].filter((text) => text !== '').join('\n')),
  }
}

function drawnText($: CheerioAPI, shape: Element): string {
  if (shape.name === 'a:tbl')
    return $(shape)
      .find('a\\:tr')
      .toArray()
      .map((row) =>
        $(row)
          .find('a\\:tc')
          .toArray()
          .map((cell) => paragraphs($, cell).replaceAll('\n', ' '))
          .join('\t'),
      )
      .join('\n')
  return paragraphs($, shape)
}

const paragraphs = ($: CheerioAPI, within: Element): string =>
  $(within)
    .find('a\\:p')
    .toArray()
    .map((paragraph) =>
      $(paragraph)
        .find('a\\:t, a\\:br')
        .toArray()
        .map((run) => (run.name === 'a:br' ? '\n' : $(run).text()))
        .join(''),
    )
    .join('\n')
    .trim()

function relationsOf(parts: PackageParts, name: string): ReadonlyMap<string, string> {
  const $ = xmlPart(parts, name)
  const links = $?.('Relationship').toArray() ?? []
  return new Map(links.map(({ attribs }) => [attribs['Id'] ?? '', attribs['Target'] ?? '']))
}

/** The path of a part, from an address relative to a folder. */
function resolved(folder: string, target: string): string {
  return decodeURIComponent(new URL(target, `x:/${folder}`).pathname.slice(1))
}

const coreTitle = (parts: PackageParts): string =>
  xmlPart(parts, 'docProps/core.xml')?.('dc\\:title').text().trim() ?? ''

/** Chapters in the order of the book's spine. */
export function readEpub(parts: PackageParts): OfficeText {
  const place = xmlPart(parts, 'META-INF/container.xml')?.('rootfile').attr('full-path')
  const $ = place === undefined ? undefined : xmlPart(parts, place)
  if (place === undefined || !$) throw badInput('file: is not a readable EPUB book')
  const folder = place.replace(/[^/]*$/, '')
  const items = new Map(
    $('manifest > item')
      .toArray()
      .map(({ attribs }) => [attribs['id'] ?? '', attribs['href'] ?? '']),
  )
  const chapters = $('spine > itemref')
    .toArray()
    .map(({ attribs }) => items.get(attribs['idref'] ?? ''))
    .filter((target) => target !== undefined)
    .slice(0, SECTIONS_MAX)
  const sections = chapters.map((target) => {
    const page = xmlPart(parts, resolved(folder, target))
    if (!page) return { title: '', text: '' }
    const heading = page('h1, h2, h3').first().text() || page('title').first().text()
    return { title: heading.replaceAll(/\s+/g, ' ').trim(), text: textOfNodes(page) }
  })
  return {
    title: $('dc\\:title').first().text().trim(),
    sections: sections.filter(({ text }) => text !== ''),
  }
}
