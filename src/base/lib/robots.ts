/** The verdict of a robots.txt (RFC 9309). */
export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decides, and its number from 1; null if none does. */
  readonly rule: string | null
  readonly line: number | null
}

export interface Robots {
  readonly sitemaps: readonly string[]
  crawlDelaySeconds(userAgent: string): number | null
  verdict(url: string, userAgent: string): RobotsVerdict
}

/** The types of the package place the function one level too deep. */
type Library = typeof import('robots-parser')

const LINE_CHARACTERS_MAX = 2_000
const SITEMAPS_MAX = 100

export async function readRobots(robotsUrl: string, text: string): Promise<Robots> {
  const { default: parser } = (await import('robots-parser')) as unknown as Library
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (line.length > LINE_CHARACTERS_MAX ? '' : line))
  const robots = parser(robotsUrl, lines.join('\n'))
  return {
    sitemaps: robots.getSitemaps().slice(0, SITEMAPS_MAX),
    crawlDelaySeconds(userAgent) {
      const told = robots.getCrawlDelay(userAgent)
      return told !== undefined && Number.isFinite(Number(told)) ? Number(told) : null
    },
    verdict(url, userAgent) {
      const at = robots.getMatchingLineNumber(url, userAgent)
      return {
        // The library returns undefined for URLs of other hosts, which do not occur here.
        allowed: robots.isAllowed(url, userAgent) ?? true,
        rule: at > 0 ? (lines[at - 1]?.trim() ?? null) : null,
        line: at > 0 ? at : null,
      }
    },
  }
}
