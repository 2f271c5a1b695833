import { barChart, lineChart } from '../../engines/charts/plots.ts'
import { colourOf, rowsOf, type Chart } from '../../engines/charts/chart.ts'
import { scatterChart } from '../../engines/charts/scatter.ts'
import { rowChart } from '../../engines/charts/small-plots.ts'
import { table } from './components.ts'
import { html, raw, type Html } from './html.ts'

const KINDS = { bars: barChart, lines: lineChart, rows: rowChart, dots: scatterChart } as const

export interface FigureParts {
  readonly kind: keyof typeof KINDS
  readonly chart: Chart
  /** The header of the column of labels: `Day`, `Seller`. */
  readonly labelled: string
}

/** A chart with its description, and its numbers in a table that is closed at first. */
export function figure({ kind, chart, labelled }: FigureParts): Html {
  const { title, description, series } = chart
  const legend = series.map(
    (each, at) =>
      html`<span><i class="${colourOf(at, each).replace('c', 'k')}"></i>${each.name}</span>`,
  )
  const columns = [
    { label: labelled },
    ...series.map(({ name }) => ({ label: name, isNumber: true })),
  ]
  const isPanned = kind !== 'rows' && kind !== 'dots'
  return html`<figure class="chart">
    <figcaption>
      <span>${title}</span
      ><span class="fine">${description}</span
      >${series.length > 1 && kind !== 'dots' && html`<span class="legend">${legend}</span>`}
    </figcaption>
    <div class="pan${!isPanned && ' named'}" tabindex="0" role="group" aria-label="${title}">
      ${raw(KINDS[kind](chart))}
    </div>
    ${isPanned && html`<p class="fine pans">The right end is shown: scroll left for the rest.</p>`}
    <details>
      <summary>Numbers</summary>
      ${table(`Numbers: ${title}`, columns, rowsOf(chart))}
    </details>
  </figure>`
}
