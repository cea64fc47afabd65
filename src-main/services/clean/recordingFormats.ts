/**
 * The kinds of file that FFmpeg may open, by the names of its demuxers: those that hold their sound
 * themselves. Play lists, manifests and scripts (`hls`, `dash`, `concat`, `sdp`, `imf`, `vapoursynth` …)
 * are left out, since they make it read other files than the one that the user named.
 */
export const RECORDING_FORMATS: readonly string[] = [
  ...['aa', 'aac', 'aax', 'ac3', 'act', 'adp', 'adx', 'aea', 'aiff', 'aix', 'amr', 'amrnb', 'amrwb', 'apac'],
  ...['ape', 'apc', 'asf', 'asf_o', 'ast', 'au', 'avi', 'avr', 'bonk', 'brstm', 'bfstm', 'caf', 'codec2'],
  ...['daud', 'dff', 'dsf', 'dss', 'dts', 'dtshd', 'dv', 'eac3', 'epaf', 'f4v', 'flac', 'flv', 'gsm', 'gxf'],
  ...['iamf', 'iec61883', 'iff', 'ircam', 'laf', 'live_flv', 'loas', 'lvf', 'matroska', 'webm', 'mlp', 'mmf'],
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'mp3', 'mpc', 'mpc8', 'mpeg', 'mpegts', 'msf', 'mtaf', 'mxf'],
  ...[
    'nistsphere',
    'nsv',
    'nut',
    'nuv',
    'ogg',
    'oma',
    'osq',
    'paf',
    'pva',
    'pvf',
    'qcp',
    'qoa',
    'r3d',
    'rka',
  ],
  ...['rm', 'roq', 'rso', 'sbc', 'sds', 'shn', 'sln', 'smjpeg', 'sol', 'sox', 'spdif', 'svs', 'swf', 'tak'],
  ...['truehd', 'tta', 'vag', 'vividas', 'voc', 'vqf', 'w64', 'wav', 'wsd', 'wtv', 'wv', 'wve', 'xa', 'xvag'],
  ...['xwma'],
];
