/** How a contact sheet looks on paper: four products in a row. */
export const pageStyle = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { color: #111; font: 8pt/1.35 system-ui, sans-serif; }
  header { margin-bottom: 5mm; padding-bottom: 2mm; border-bottom: 0.5pt solid #999; }
  h1 { font-size: 13pt; }
  main { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 5mm 4mm; }
  article { min-width: 0; break-inside: avoid; overflow-wrap: anywhere; }
  .picture {
    display: grid; place-items: center; height: 38mm; margin-bottom: 1.5mm;
    border: 0.5pt solid #ccc; border-radius: 1mm; overflow: hidden;
  }
  .picture img { max-width: 100%; max-height: 38mm; object-fit: contain; }
  .none { color: #777; }
  h2 { font-size: 8pt; }
  .id { color: #555; font-size: 7pt; }
  .mark { font-weight: 600; font-size: 7pt; }
  .mark::before { content: '● '; }
  .approved { color: #1d6b34; }
  .changed, .needs-work { color: #8a4b00; }
  .ignored { color: #555; }
  footer { margin-top: 5mm; color: #555; font-size: 7pt; break-inside: avoid; }
`
