import { standIn } from './define.ts'

/** download.geonames.org/export/dump/countryInfo.txt, whose comment names the columns. */
const REAL = [
  'PT\tPRT\t620\tPO\tPortugal\tLisbon\t92391\t10283822\tEU\t.pt\tEUR\tEuro\t351\t####-###\t^\\d{4}-\\d{3}$\tpt-PT,mwl\t2264397\tES\t',
  'DO\tDOM\t214\tDR\tDominican Republic\tSanto Domingo\t48730\t10627165\tNA\t.do\tDOP\tPeso\t+1-809 and 1-829\t#####\t^(\\d{5})$\tes-DO\t3508796\tHT\t',
  'AQ\tATA\t010\tAY\tAntarctica\t\t1.4E7\t0\tAN\t.aq\t\t\t\t\t\t\t6697173\t\t',
  'CI\tCIV\t384\tIV\tIvory Coast\tYamoussoukro\t322460\t25069229\tAF\t.ci\tXOF\tFranc\t225\t\t\tfr-CI\t2287781\tLR,GH,GN,BF,ML\t',
]
/** Made up, so that there are as many as in the file. */
const others = Array.from({ length: 246 }, (_, at) => {
  const letters = String.fromCodePoint(65 + (at % 26), 65 + Math.floor(at / 26))
  return `${letters}\tX${letters}\t${900 + (at % 99)}\t\tLand ${at}\tTown\t10\t20\tAS\t.x\tXXX\tCoin\t9\t\t\txx\t${at}\t\t`
})

export default standIn({
  at: 'UPSTREAM_GEONAMES_COUNTRIES_URL',
  answer({ path }) {
    if (path !== '/export/dump/countryInfo.txt') return undefined
    return new Response(['# GeoNames.org Country Information', ...REAL, ...others].join('\n'))
  },
})
