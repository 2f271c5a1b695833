/** A page that is empty until its script has run. */
export const APP_PAGE = `<!doctype html><html lang="en"><head><title>Loading</title></head>
<body><div id="app"></div><script>
document.title = 'Fares today'
setTimeout(() => {
  const rows = [['Harbour', '2.40'], ['Airport', '5.10']]
  document.getElementById('app').innerHTML =
    '<table><thead><tr><th>Line</th><th>Fare</th></tr></thead><tbody>' +
    rows.map((row) => '<tr><td>' + row.join('</td><td>') + '</td></tr>').join('') +
    '</tbody></table>'
}, 50)
</script></body></html>`
