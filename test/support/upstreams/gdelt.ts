import { standIn } from './define.ts'

/** As https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ describes the modes with JSON. */
const DETAILS = { title: 'x', date_resolution: 'day' }

const timeline = (series: string, data: readonly (readonly [string, number])[]) => ({
  query_details: DETAILS,
  timeline: [{ series, data: data.map(([date, value]) => ({ date, value })) }],
})

const plain = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })

export default standIn({
  at: 'UPSTREAM_GDELT_URL',
  answer({ path, query }) {
    if (path !== '/api/v2/doc/doc' || query.get('format') !== 'json') return undefined
    const asked = query.get('query') ?? ''
    if (asked === 'ab') return plain('The specified phrase is too short.\n')
    if (asked.includes('zzzz')) return {}
    if (query.get('mode') === 'timelinevol')
      return timeline('Volume Intensity', [
        ['20251228T000000Z', 0.01],
        ['20251229T000000Z', 0.03],
        ['20251230T000000Z', 0.05],
        ['20251230T120000Z', 0.07],
      ])
    if (query.get('mode') === 'timelinevolraw')
      return timeline('Article Count', [
        ['20251229T000000Z', 40],
        ['20251230T000000Z', 50],
        ['20251230T120000Z', 10],
      ])
    if (query.get('mode') === 'timelinetone')
      return timeline('Average Tone', [
        ['20251228T000000Z', -1.25],
        ['20251229T000000Z', 0],
      ])
    return {
      articles: [
        {
          url: 'https://news.example/agents-pay',
          url_mobile: '',
          title: 'Agents that pay',
          seendate: '20251230T124500Z',
          socialimage: '',
          domain: 'news.example',
          language: 'English',
          sourcecountry: 'United States',
        },
      ],
    }
  },
})
