import { expect, it } from 'vitest';
import { networkOf } from './networkAddress.ts';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  [' 198.51.100.7 ', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:aaaa::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::5', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  '',
  'unknown',
  '999.1.1.1',
  '1.2.3.4:5',
  '1:2:3',
  '1::2::3',
  '12345::1',
  ':::',
  '1:2:3:4:5:6:7:8:9',
  'x'.repeat(9999),
])('takes %j for no address', (address) => {
  expect(networkOf(address)).toBe('');
});
