export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decides; null if none does. */
  readonly rule: string | null
  readonly crawlDelaySeconds: number | null
}

export interface Robots {
  readonly sitemaps: string[]
  verdict(url: string, userAgent: string): RobotsVerdict
}

/** Its types say that the function is one level further down than it is. */
type Library = typeof import('robots-parser')

const LINE_CHARACTERS_MAX = 2_000
const SITEMAPS_MAX = 100

/** What a robots.txt says. */
export async function readRobots(robotsUrl: string, text: string): Promise<Robots> {
  const { default: parser } = (await import('robots-parser')) as unknown as Library
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (line.length > LINE_CHARACTERS_MAX ? '' : line))
  const robots = parser(robotsUrl, lines.join('\n'))
  return {
    sitemaps: robots.getSitemaps().slice(0, SITEMAPS_MAX),
    verdict(url, userAgent) {
      const at = robots.getMatchingLineNumber(url, userAgent)
      const delay = Number(robots.getCrawlDelay(userAgent))
      return {
        // Undefined is for URLs of other hosts, of which there are none here.
        allowed: robots.isAllowed(url, userAgent) ?? true,
        rule: at > 0 ? (lines[at - 1]?.trim() ?? null) : null,
        crawlDelaySeconds:
          robots.getCrawlDelay(userAgent) !== undefined && Number.isFinite(delay) ? delay : null,
      }
    },
  }
}
