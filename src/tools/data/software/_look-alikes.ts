import { editDistance } from '../../../lib/string-distances.ts'
import { POPULAR } from './_popular-packages.ts'

/** In shorter names one letter more or less is another name. */
const LETTERS_MIN = 4
const LENGTH_MAX = 60

/** What differs in spelling only. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, '')

/** Additions by which a name is passed off as a build or a port of another one. */
const ADDED =
  /^(?:node|js|python|py|rust|ruby|go|the)[-_.]|[-_.](?:js|node|py|python|rs|rb|cli|lib|core|official|dev)$/

/** Which well-known package a name may be mistaken for; null: none that is known here. */
export function lookAlikeOf(ecosystem: string, name: string): string | null {
  const known = POPULAR[ecosystem] ?? []
  const lower = name.toLowerCase()
  if (name.length > LENGTH_MAX || known.some((one) => one.toLowerCase() === lower)) return null
  // A scope that is not the owner's own says nothing of what stands behind it.
  const bare = lower.replace(/^@[^/]+\//, '')
  if (bare !== lower) return null
  return known.find((one) => isMistaken(bare, one.toLowerCase())) ?? null
}

function isMistaken(name: string, known: string): boolean {
  const [own, theirs] = [plain(name), plain(known)]
  if (own === theirs) return true
  if (plain(name.replace(ADDED, '')) === theirs) return true
  if (theirs.length < LETTERS_MIN || Math.abs(own.length - theirs.length) > 1) return false
  return editDistance(Array.from(own), Array.from(theirs), true) <= 1
}
