/*
 * QR codes, for the office's page: read by the browser where it reads them, else by the office,
 * which gets the picture in grey.
 */
'use strict';

const PICTURE_PIXELS = 2500000; // most that are sent
const PREFIX = 'QILI1:';
let detector = null;

async function findDetector() {
  const formats = 'BarcodeDetector' in window ? await window.BarcodeDetector.getSupportedFormats().catch(() => []) : [];
  if (formats.includes('qr_code')) detector = new window.BarcodeDetector({formats: ['qr_code']});
}

// A picture or a frame of the camera as a PGM: grey as the eye sees it.
function greyPicture(source, width, height) {
  const scale = Math.min(1, Math.sqrt(PICTURE_PIXELS / (width * height)), 4000 / Math.max(width, height));
  const canvas = el('canvas', {width: Math.floor(width * scale), height: Math.floor(height * scale)});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const colours = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const grey = new Uint8Array(canvas.width * canvas.height);
  for (let i = 0; i < grey.length; i++) grey[i] = (colours[4 * i] * 77 + colours[4 * i + 1] * 150 + colours[4 * i + 2] * 29) >> 8;
  return new Blob([`P5\n${canvas.width} ${canvas.height}\n255\n`, grey]);
}

// {codes, text}: how many codes there are, and what the one of a ruling says, or ''.
async function readCode(source, width, height) {
  if (!detector) return ask('POST', '/api/2/code', greyPicture(source, width, height));
  const codes = await detector.detect(source).catch(() => []);
  const found = codes.find(code => code.rawValue.startsWith(PREFIX));
  return {codes: codes.length, text: found ? found.rawValue : ''};
}
