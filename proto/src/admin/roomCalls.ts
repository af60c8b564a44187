import { z } from 'zod';
import { NewRoom, Room } from '../facility/room.ts';
import type { CallGroup } from './adminCall.ts';
import { room, venue } from './resources.ts';

export const roomCalls = {
  about: 'Rooms that several facilities share; only one booking can use a room at a time',
  tag: 'facilities',
  calls: {
    createRoom: {
      verb: 'create',
      settings: {},
      does: 'Create a room',
      more: 'Assign it to facilities with their setting `rooms`.',
      method: 'POST',
      of: venue,
      path: '/rooms',
      input: NewRoom,
      answers: Room,
      status: 201,
    },
    listRooms: {
      verb: 'list',
      does: 'List the rooms of a venue',
      method: 'GET',
      of: venue,
      path: '/rooms',
      role: 'desk',
      answers: z.array(Room),
      columns: ['id', 'name'],
    },
    patchRoom: {
      verb: 'set',
      settings: {},
      does: 'Rename a room',
      method: 'PATCH',
      of: room,
      input: NewRoom,
      answers: Room,
    },
    removeRoom: {
      verb: 'remove',
      does: 'Remove a room that no facility uses',
      method: 'DELETE',
      of: room,
      answers: Room,
      errors: { 409: 'A facility uses it' },
    },
  },
} as const satisfies CallGroup;
