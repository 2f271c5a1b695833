import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { paddedCik, type Edgar } from './_company.ts'

/** Managers file every quarter, so this window holds a filing of each. */
const WINDOW_DAYS = 200
const NAMES_MAX = 5

/** `BERKSHIRE HATHAWAY INC  (BRK-A, BRK-B)  (CIK 0001067983)`, as the index names filers. */
export function filerIn(name: string): { readonly name: string; readonly cik: string } | null {
  const [, title, cik] = /^(.*?)\s*(?:\([^()]*\)\s*)?\(CIK (\d{1,10})\)\s*$/.exec(name) ?? []
  return title === undefined || cik === undefined ? null : { name: title, cik: paddedCik(cik) }
}

const wordsIn = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The CIK of the one manager that files under a name. */
export async function managerNamed(edgar: Edgar, name: string, nowMs: number): Promise<string> {
  const since = isoDay(nowMs - WINDOW_DAYS * DAY_MS)
  const until = isoDay(nowMs)
  const q = `"${name.replaceAll('"', ' ')}"`
  const { companies } = await edgar.search({ q, forms: ['13F-HR'], since, until })
  const wanted = wordsIn(name)
  const fits = companies
    .flatMap((company) => filerIn(company) ?? [])
    .filter((filer) => {
      const words = wordsIn(filer.name)
      return wanted.every((word) => words.includes(word))
    })
  const same = fits.filter((filer) => wordsIn(filer.name).length === wanted.length)
  const [found, ...others] = same.length > 0 ? same : fits
  if (!found) throw notFound(`No manager that files 13F has the name ${name}; try its CIK.`)
  if (others.length > 0) {
    const named = [found, ...others].slice(0, NAMES_MAX).map((one) => `${one.name} (${one.cik})`)
    throw badInput(`name: matches several managers, ${named.join(', ')}; give the cik`)
  }
  return found.cik
}
