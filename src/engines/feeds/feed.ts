import { Fault } from '../../base/core/fault.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { plainText } from '../language/plain-text.ts'
import { attributeOf, childOf, childrenOf, contentOf, parseXml, textIn, type Xml } from './xml.ts'

export interface Item {
  readonly title: string | null
  readonly url: string | null
  readonly publishedAt: string | null
  readonly author: string | null
  readonly summary: string | null
  readonly id: string | null
}

export interface Feed {
  readonly format: 'rss' | 'atom' | 'json'
  readonly title: string | null
  readonly items: readonly Item[]
}

interface Source {
  readonly text: string
  readonly url: string
}

const TITLE_CHARACTERS_MAX = 500
const SUMMARY_CHARACTERS_MAX = 2_000

/** RSS 0.9 to 2.0, Atom 0.3 and 1.0, and JSON Feed, in one shape. */
export async function readFeed({ text, url }: Source, itemsMax: number): Promise<Feed> {
  const subject = `what ${new URL(url).host} answers`
  if (/^\s*\{/.test(text)) return jsonFeed(parseJson(text, subject), url, itemsMax)
  const [name, root] = await parseXml(text, subject)
  const kind = name.replace(/^.*:/, '').toLowerCase()
  if (kind === 'feed') return atomFeed(root, url, itemsMax)
  const channel = childOf(root, 'channel')
  if ((kind !== 'rss' && kind !== 'rdf') || channel === null)
    throw new Fault('upstream_failed', `${subject} is XML, but no feed: it begins with <${name}>.`)
  const rows = [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')]
  return {
    format: 'rss',
    title: titleOf(textIn(channel, 'title')),
    items: rows.slice(0, itemsMax).map((row) => rssItem(row, url)),
  }
}

function rssItem(row: Xml, base: string): Item {
  const guid = childOf(row, 'guid')
  const id = textIn(row, 'guid') ?? attributeOf(row, 'rdf:about')
  const isAddress = guid !== null && attributeOf(guid, 'isPermaLink') !== 'false'
  const link =
    textIn(row, 'link') ?? linkOf(childrenOf(row, 'atom:link')) ?? (isAddress ? id : null)
  return {
    title: titleOf(textIn(row, 'title', 'media:title')),
    url: addressOf(link, base),
    publishedAt: instantOf(textIn(row, 'pubDate', 'dc:date', 'published', 'atom:published')),
    author: nameOf(
      textIn(row, 'dc:creator') ??
        textIn(childOf(row, 'author'), 'name') ??
        textIn(row, 'author', 'itunes:author'),
    ),
    summary: summaryOf(textIn(row, 'description', 'itunes:summary', 'content:encoded')),
    id,
  }
}

function atomFeed(root: Xml, base: string, itemsMax: number): Feed {
  return {
    format: 'atom',
    title: titleOf(textIn(root, 'title')),
    items: childrenOf(root, 'entry')
      .slice(0, itemsMax)
      .map((entry) => ({
        title: titleOf(textIn(entry, 'title')),
        url:
          addressOf(linkOf(childrenOf(entry, 'link')), attributeOf(entry, 'xml:base') ?? base) ??
          addressIn(textIn(entry, 'id')),
        publishedAt: instantOf(textIn(entry, 'published', 'issued', 'updated', 'modified')),
        author: nameOf(
          textIn(childOf(entry, 'author') ?? childOf(root, 'author'), 'name', 'email'),
        ),
        summary: summaryOf(textIn(entry, 'summary', 'content')),
        id: textIn(entry, 'id'),
      })),
  }
}

/** The page of an entry, not its comments, its enclosure or its own feed. */
function linkOf(links: readonly Xml[]): string | null {
  const found = links.find((link) => (attributeOf(link, 'rel') ?? 'alternate') === 'alternate')
  return found ? (attributeOf(found, 'href') ?? contentOf(found)) : null
}

function jsonFeed(feed: unknown, base: string, itemsMax: number): Feed {
  const rows = isObject(feed) && Array.isArray(feed['items']) ? feed['items'] : null
  if (!isObject(feed) || !rows || !/jsonfeed\.org/.test(textAt(feed, 'version') ?? ''))
    throw new Fault('upstream_failed', `${new URL(base).host} answers JSON, but no JSON Feed.`)
  return {
    format: 'json',
    title: titleOf(textAt(feed, 'title')),
    items: rows
      .filter(isObject)
      .slice(0, itemsMax)
      .map((row) => ({
        title: titleOf(textAt(row, 'title')),
        url: addressOf(textAt(row, 'url') ?? textAt(row, 'external_url'), base),
        publishedAt: instantOf(textAt(row, 'date_published') ?? textAt(row, 'date_modified')),
        author: nameOf(authorOf(row) ?? authorOf(feed)),
        summary: summaryOf(
          textAt(row, 'summary') ?? textAt(row, 'content_text') ?? textAt(row, 'content_html'),
        ),
        id: textAt(row, 'id'),
      })),
  }
}

function authorOf(row: Readonly<Record<string, unknown>>): string | null {
  const [first = row['author']] = Array.isArray(row['authors']) ? (row['authors'] as unknown[]) : []
  return isObject(first) ? textAt(first, 'name') : null
}

function parseJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('upstream_failed', `${subject} is no JSON that can be read.`)
  }
}

function textAt(row: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(row, name) ? row[name] : null
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const titleOf = (html: string | null): string | null => shortened(html, TITLE_CHARACTERS_MAX)

const summaryOf = (html: string | null): string | null => shortened(html, SUMMARY_CHARACTERS_MAX)

/** Feeds write markup where they should not: what it reads as is what counts. */
function shortened(html: string | null, charactersMax: number): string | null {
  if (html === null) return null
  const text = plainText(html.slice(0, charactersMax * 10)).toWellFormed()
  return text === '' ? null : text.slice(0, charactersMax).toWellFormed()
}

/** `ada@example.com (Ada)` is how RSS wants authors to be written; some turn it round. */
function nameOf(written: string | null): string | null {
  const [, name] = /^\S+@\S+\s+\((.+)\)$/.exec(written ?? '') ?? []
  const [, before] = /^([^()<>@]{1,200})\s+[(<]\S+@\S+[)>]$/.exec(written ?? '') ?? []
  return titleOf(name ?? before ?? written)
}

/** An identifier that is an address leads to the entry, where no link does. */
const addressIn = (id: string | null): string | null =>
  id !== null && /^https?:\/\//i.test(id) ? addressOf(id, id) : null

function addressOf(link: string | null, base: string): string | null {
  const url = link === null ? null : URL.parse(link, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

const ZONES: Readonly<Record<string, string>> = {
  UT: '+0000',
  Z: '+0000',
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
}

/** RFC 822 as RSS has it, or ISO 8601 as the others; a time without a zone is read as UTC. */
function instantOf(written: string | null): string | null {
  if (written === null) return null
  const zoned = written
    .trim()
    .replace(/^[a-z]+,?\s+(?=\d)/i, '')
    .replace(/\s([A-Z]{1,3})$/, (whole, zone: string) => (ZONES[zone] ? ` ${ZONES[zone]}` : whole))
  const isBare = !/(z|[+-]\d\d:?\d\d|gmt|utc)$/i.test(zoned) && /\d:\d\d/.test(zoned)
  return isoTime(Date.parse(isBare ? `${zoned}${/^\d{4}-/.test(zoned) ? 'Z' : ' +0000'}` : zoned))
}
