import { strToU8, zipSync } from 'fflate'
import { fileStandIn } from './_file.ts'

/** Lines after https://download.geonames.org/export/zip/readme.txt. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  US: [
    'US\t94103\tSan Francisco\tCalifornia\tCA\tCity and County of San Francisco\t075\t\t\t37.7725\t-122.4147\t4',
  ],
  CA: ['CA\tK1A\tOttawa (Government)\tOntario\tON\t\t\t\t\t45.4207\t-75.7023\t6'],
  PL: [
    'PL\t00-950\tWarszawa\tMazowieckie\t\tWarszawa\t1465\tWarszawa\t146501\t52.25\t21\t6',
    'PL\t00-950\tPlac Powstańców\tMazowieckie\t\tWarszawa\t1465\tWarszawa\t146501\t\t\t',
  ],
}

const zipped = (name: string, lines: readonly string[]) =>
  zipSync({
    'readme.txt': strToU8('Readme for GeoNames Postal Code files'),
    [`${name}.txt`]: strToU8(`${lines.join('\n')}\n`),
  })

export default fileStandIn(
  'UPSTREAM_GEONAMES_POSTAL_URL',
  Object.entries(FILES).map(([name, lines]) => ({
    path: `/export/zip/${name}.zip`,
    body: zipped(name, lines),
  })),
)
