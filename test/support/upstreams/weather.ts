import metNorway from './met-norway.ts'

/** Without a key of Open-Meteo. */
export default metNorway
