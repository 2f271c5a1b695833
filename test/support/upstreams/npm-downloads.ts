import { standIn } from './define.ts'

/** As https://github.com/npm/registry/blob/main/docs/download-counts.md describes ranges. */
const NAMES: Readonly<Record<string, number>> = { viem: 1000, ethers: 400, '@scope/tool': 3 }

const DAY_MS = 86_400_000

export default standIn({
  at: 'UPSTREAM_NPM_DOWNLOADS_URL',
  answer({ path }) {
    const [, start = '', end = '', name = ''] =
      /^\/downloads\/range\/(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d)\/(.+)$/.exec(path) ?? []
    const base = NAMES[name]
    if (base === undefined)
      return Response.json({ error: `package ${name} not found` }, { status: 404 })
    const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
    const downloads = Array.from({ length: days }, (_, at) => ({
      day: new Date(Date.parse(start) + at * DAY_MS).toISOString().slice(0, 10),
      // The last day is not counted yet, which reads as 0.
      downloads: at === days - 1 ? 0 : base + at * 10,
    }))
    return { start, end, package: name, downloads }
  },
})
