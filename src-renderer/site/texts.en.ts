import { addTexts } from '../i18n/index.ts';

/** The landing page's sentences. Each claims what works today: change it with the thing it describes. */
export const site = {
  meta: {
    title: 'SoundDesk: noise cancellation that runs on your own computer',
    description:
      'SoundDesk takes fans, hum and hiss out of a voice, live and in recordings of any length. It runs on your own computer, uploads nothing and shows measured figures.',
  },
  lead: {
    label: 'Your e-mail',
    action: 'Continue to sign-up',
    wrong: 'Enter an e-mail address such as name@example.com.',
    note: 'Fills in the sign-up form. It stays in this browser until then.',
  },
  unknownPath: {
    message: 'There is no page at {{path}}. This is the front page.',
    close: 'Close this notice',
  },
  skip: 'Skip to the content',
  nav: {
    label: 'Main',
    home: 'SoundDesk, top of the page',
    features: 'Features',
    pricing: 'Pricing',
    reviews: 'Reviews',
    download: 'Download',
    open: 'Open SoundDesk',
    licenceKeys: 'License keys',
    signIn: 'Sign In',
    getStarted: 'Get Started',
    documentation: 'Documentation',
    helpCenter: 'Help Center',
    api: 'API reference',
    status: 'Status',
    contact: 'Contact',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    cookies: 'Cookie Policy',
    gdpr: 'GDPR data rights',
    toLight: 'Switch to the light theme',
    toDark: 'Switch to the dark theme',
  },
  language: { label: 'Language', loading: 'Loading the language…', other: 'Another language …' },
  hero: {
    titleNoise: 'The noise goes.',
    titleVoice: 'Your voice stays.',
    lead: 'SoundDesk takes fans, hum and hiss out of your microphone while you speak, and out of recordings that you already have.',
    open: 'Open SoundDesk',
    try: 'Start 14-Day Free Trial',
    note: 'Runs on your own computer: nothing is uploaded.',
  },
  wave: {
    label: 'A noisy recording, before and after',
    raw: 'Raw',
    clean: 'Clean',
    hint: 'Drag the line',
    slider: 'Where raw ends and clean begins',
    sliderValue: 'Raw until {{seconds}} seconds, then clean',
    listen: 'Listen',
    listenLabel: 'Listen: raw up to the line, clean after it',
    loading: 'Loading',
    stop: 'Stop',
    failed: 'The recording could not be played ({{reason}}). Check the connection, then press Listen again.',
    pauses: 'Noise in the pauses',
    distortion: 'Voice-to-noise ratio',
    level: 'Level of the voice',
    caption:
      'A recorded voice with generated fan-like noise and mains hum, {{ratio}} dB below the voice; cleaned with <code>sounddesk clean</code>, default settings. Shape, sound and figures come from these files (voice-to-noise ratio: SI-SDR). Voice: Allison Smith, CC BY-SA 3.0.',
  },
  demo: {
    title: 'Try it on your own voice',
    lead: 'The engine of the app, running in this page. Speak, turn on a fan, and switch between before and after.',
    label: 'Live demonstration',
    idle: 'Press a button to start. This loads the engine and asks for your microphone.',
    microphone: {
      start: 'Use my microphone',
      stop: 'Stop the microphone',
      starting: 'Your browser asks for your microphone. Allow it to continue.',
      running: 'Your microphone is on. Put on headphones, then choose what you hear.',
    },
    recording: {
      start: 'Play a noisy recording',
      stop: 'Stop the recording',
      starting: 'Loading the engine and the recording…',
      running: 'The recording plays through the engine on a loop. Switch between before and after.',
    },
    hear: { label: 'What you hear', raw: 'Before', clean: 'After', off: 'Nothing' },
    meter: {
      before: 'Level before',
      after: 'Level after',
      none: 'Nothing is measured',
      reduction: 'Noise in the pauses',
    },
    failed: {
      denied:
        'Your browser does not let this page hear the microphone. Allow it by the icon in the address bar and press the button again, or play the recording.',
      noMicrophone: 'No microphone was found. Connect one and press the button again, or play the recording.',
      microphoneEnded: 'The microphone has stopped. Connect it and press the button again.',
      otherTab: 'SoundDesk uses the microphone in another tab. Stop it there, then press the button again.',
      unsupported: 'This browser cannot clean sound live. Update it, or try another one.',
      notSecure: 'This page was not opened over https, so the browser lets it use no microphone.',
      notLoaded: 'The engine could not be loaded. Check the connection, then press the button again.',
      failed: 'That did not work ({{code}}): {{reason}}',
    },
    note: 'Nothing is recorded and nothing is sent. Levels over 400 ms, noise over the last three seconds of pauses, both measured by the engine. Settings: the preset “Cafe - Noisy”. Recording: Allison Smith, CC BY-SA 3.0, with generated noise.',
  },
  studio: {
    title: 'A studio that proves it kept everything',
    lead: 'Microphones, cameras and screens in one take, each in its own file and all in sync. This is a screenshot of the app.',
    screenshot:
      'Recording Studio while it records: three microphones with levels and faders, a camera, markers, and the check of every sample.',
    plans: 'What each plan records',
    points: {
      microphones: {
        title: 'Up to {{audio}} microphones',
        text: 'Each has noise cancellation, equalizer, compressor and plug-ins of its own. The mix is recorded beside them.',
      },
      cameras: {
        title: '{{video}} cameras and {{screen}} screens',
        text: 'Recorded on your own computer at up to 1080p. A camera that was unplugged joins the same take when it is back.',
      },
      clean: {
        title: 'Clean before and after',
        text: 'Clean the voices live, or after the recording. The raw sound is kept, so you can compare and undo at any time.',
      },
    },
    certificate: {
      title: 'A certificate for every take',
      text: 'Every sample and frame is counted. A gap is named with its place and length, never hidden.',
      screenshot:
        'The certificate of a recording: for each track the samples expected and found, gaps, drift, clipping, loudness, true peak and checksum.',
    },
  },
  features: {
    title: 'Made for the voice in front of the microphone',
    lead: 'Six things that work today.',
    items: {
      live: {
        title: 'Clean while you speak',
        text: 'RNNoise sits between your input and your output. The latency on screen is measured in the running chain, as p50 and p99.',
        proof: '20 ms in the model + device buffers',
      },
      files: {
        title: 'Recordings of any length',
        text: 'One command cleans what libsndfile or FFmpeg reads, from a voice memo to hours of interview, in flat memory. The result lines up with the original to the sample.',
        proof: 'npx sounddesk clean talk.mp4 -o talk.flac',
      },
      measured: {
        title: 'Measured, never made up',
        text: 'Levels, noise and reduction come from the audio engine 30 times a second. What can’t be known shows as a dash, with the reason.',
        proof: 'Frames cleaned and frames missed, counted',
      },
      local: {
        title: 'Stays on your computer',
        text: 'Your sound is processed where it was recorded. There is no upload, and it works without the internet.',
        proof: 'Serves its screens on 127.0.0.1 alone',
      },
      crash: {
        title: 'Restarts automatically',
        text: 'The audio engine runs in its own process. If it crashes, SoundDesk says so, restarts it and continues with the same devices and settings.',
        proof: 'Running again within 2 s',
      },
      open: {
        title: 'Free software',
        text: 'Read it, change it, build it, share it. One command runs every check on your own machine, with virtual sound devices and a real browser.',
        proof: 'GPL-3.0-or-later',
      },
    },
  },
  testimonials: { title: 'What people say', source: 'Where it was said' },
  compare: {
    title: 'How it compares',
    lead: 'Other ways to clean a microphone while you speak. Only what their makers’ own pages say, as of {{month}}.',
    rows: {
      licence: {
        name: 'License',
        soundDesk: 'Free software, GPL-3.0-or-later',
        krisp: 'Commercial',
        noiseTorch: 'Free software, GPL-3.0',
      },
      systems: {
        name: 'Runs on',
        soundDesk: 'Linux; Chromium browsers; macOS and Windows from source, untested',
        krisp: 'Windows, macOS',
        noiseTorch: 'Linux with PulseAudio or PipeWire',
      },
      where: {
        name: 'Cleans',
        soundDesk: 'On your computer',
        krisp: 'On your computer',
        noiseTorch: 'On your computer',
      },
      model: {
        name: 'Model',
        soundDesk: 'RNNoise',
        krisp: 'A neural network of its own',
        noiseTorch: 'RNNoise',
      },
    },
    price: {
      name: 'Price',
      soundDesk: '{{minutes}} minutes a day free; from ${{usd}} per user/month.',
      own: 'All prices',
      other: 'Prices of {{name}}',
      free: 'Free of charge',
    },
    source: { name: 'Source', soundDesk: 'This page and the price list' },
  },
  download: {
    title: 'Get it from source',
    lead: 'There are no installers yet. On Debian or Ubuntu with Node 20 or newer, type this in the folder of the source: it installs what is missing, builds the engine, and opens SoundDesk or prints its address.',
    requestLead:
      'Rather have an installer? Ask for one, and for a trial license key: we answer by e-mail within 24 hours.',
    request: 'Request {{system}} Download',
    keyLead:
      'Already have a license key? Ask us for the installer. No key? Sign up for a 14-day trial, no credit card needed.',
    withKey: 'Download with License Key',
    requestWithLicence: 'Request Download & License',
    installer: 'Download {{file}} ({{size}})',
    systems: { windows: 'Windows', mac: 'Mac', linux: 'Linux' },
    start: 'Start SoundDesk',
    clean: 'Clean a recording',
    test: 'Run every check',
    copy: 'Copy',
    copyLabel: 'Copy the command {{command}}',
    copied: 'Copied',
    copyFailed: 'Copying is not allowed here: select the command and copy it.',
    tableTitle: 'What works where',
    where: 'Where',
    files: 'Recordings',
    live: 'Live',
    rows: {
      linux: { where: 'Linux', files: 'Works, tested', live: 'Works, tested on virtual devices' },
      macos: { where: 'macOS', files: 'From source, untested', live: 'From source, untested' },
      windows: { where: 'Windows', files: 'From source, untested', live: 'From source, untested' },
      browser: {
        where: 'Browser alone',
        files: 'On the screen, tested in Chromium',
        live: 'Works, tested in Chromium',
      },
    },
  },
  chat: {
    open: 'Chat with the assistant',
    loading: 'Opening the assistant',
    loadFailed: 'The assistant could not be loaded. Check the connection, then try again.',
  },
  footer: {
    label: 'Footer',
    groups: { product: 'Product', help: 'Help', legal: 'Legal' },
    licence: 'Free software under the GPL, version 3 or later.',
    version: 'Version {{version}}',
  },
} as const;

declare module '../i18n/texts.ts' {
  interface TextNamespaces {
    site: typeof site;
  }
}

addTexts('site', site);
